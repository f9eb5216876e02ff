/** Texts of screen tests, for authors. */
export const MESSAGES = {
  /** Dictated by the specification. */
  matches: 'The run result matches the test result!',
  differs: "The run result doesn't match the test result. Here's the new result:",
  stopped: 'The test was stopped.',
  checkIsWrong: (text: string) => `The check itself could not judge this code: ${text}`,
  failed: 'The test could not be judged. Run it again; if it happens again, tell whoever looks after this server.',
  noCheckOutput: 'Only a run with a custom check can be kept as a test.',
  defaultStays: 'The default test is made from the answer code and cannot be deleted. Empty the answer code instead.',
  defaultPasses: 'The default test is made from the answer code and must pass.',
  answerFails: (why: string) => `The answer does not pass its own checks${why === '' ? '.' : `: ${why}`}`,
  initialPasses: 'The initial code passes the checks before anything is done. If that is meant, mark the screen as initially passing.',
} as const;
