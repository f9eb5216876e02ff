/** Texts of runs, for authors. */
export const MESSAGES = {
  noCode: 'This lesson has no language, so nothing can run. Choose one on the lesson page.',
  noRunner: 'No runner is available for this lesson',
  lost: 'The connection to the runner was lost while your code was running. Your code is unchanged; run it again.',
  restarted: 'The server was restarted while your code was running. Your code is unchanged; run it again.',
  stopped: 'Stopped.',
  streamTaken: 'This stream belongs to another run.',
  /** Dictated by the specification. */
  launchFailed: 'Something went wrong during application launch, please try again.',
  noPort:
    'This lesson has no application port. On the lesson page, turn on the Stateful feature and add the port that the application listens on.',
  startedTooOften: 'The connection to the runner was lost on every attempt, so the run was stopped. Your code is unchanged.',
  tooManyRuns: (most: number) =>
    `You already have ${most} runs running or waiting, which is the limit. Try again when some have finished, or stop them.`,
  noUnitModule: (framework: string) =>
    `It isn’t known which file these ${framework} tests import as the submission. Enter it above the tests, for example two_fer.py.`,
  tooMuchWaits: 'Too many runs are waiting right now. Try again in a minute.',
} as const;
