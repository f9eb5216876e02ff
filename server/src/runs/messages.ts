import type { RunLimit } from '#contract/runs.ts';

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
  tooMuchWaits: 'Too many runs are waiting right now. Try again in a minute.',
  notRecorded: 'The answer could not be run for comparison.',
} as const;

/** Explains which limit ended a run. */
export const LIMIT_TEXT: Record<RunLimit, string> = {
  time: 'The code ran out of time. Raise the timeout on the lesson page if it needs longer.',
  cpu: 'The code used all the processor time that a run may use.',
  memory: 'The code used all the memory that a run may use.',
  processes: 'The code started more processes than a run may have.',
  disk: 'The code wrote more than the work folder holds.',
  output: 'The code wrote more output than is kept. What came first is shown.',
};
