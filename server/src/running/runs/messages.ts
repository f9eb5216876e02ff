/** Texts of runs, for authors. */
export const MESSAGES = {
  noCode: 'This lesson has no language, so nothing can run. Choose one on the lesson page.',
  noRunner: 'No runner is available for this lesson',
  lost: 'The runner went away while your code was running. Your code is unchanged: run it again.',
  restarted: 'The server was restarted while your code was running. Your code is unchanged: run it again.',
  stopped: 'Stopped.',
  streamTaken: 'This stream belongs to another run.',
  /** Dictated by the specification. */
  launchFailed: 'Something went wrong during application launch, please try again.',
  noPort:
    'This lesson has no application port. Turn on the Stateful feature on the lesson page and add the port on which the application listens.',
  startedTooOften: 'The runner went away each time while your code was running, so it is not started again. Your code is unchanged.',
  tooManyRuns: (most: number) =>
    `${most} of your runs are going on or waiting already, which is the most one person may have. Try again when some of them are over, or stop them.`,
  tooMuchWaits: 'Too much code is waiting to run right now. Try again in a minute.',
  notRecorded: 'The answer could not be run to compare with.',
} as const;
