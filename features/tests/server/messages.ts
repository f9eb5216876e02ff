/** Texts of screen tests, for authors. */
export const MESSAGES = {
  /** Dictated by the specification. */
  matches: 'The run result matches the test result!',
  differs: "The run result doesn't match the test result. Here's the new result:",
  stopped: 'The test was stopped.',
  checkIsWrong: (text: string) => `The check itself couldn’t judge this code: ${text}`,
  failed: 'Couldn’t check the result of the test. Run it again; if it keeps failing, contact your administrator.',
  noCheckOutput: 'Only a run with a custom check can be saved as a test.',
  defaultStays: 'The default test is created from the answer code and cannot be deleted. Clear the answer code instead.',
  defaultPasses: 'The default test is created from the answer code and must pass.',
  answerFails: (why: string) => `The answer does not pass its own checks${why === '' ? '.' : `: ${why}`}`,
  answersTookLong: (minutes: number) => `The answers that ran took ${minutes} minutes, so the rest did not run. Deploy again to run them.`,
  filePasses: 'The file that learners edit already passes the checks. If that is intended, mark the screen as initially passing.',
  bankFails: (tests: number) =>
    tests === 1
      ? '1 test of this screen no longer gives the result that it should.'
      : `${tests} tests of this screen no longer give the results that they should.`,
  unsettledRows:
    'Several rows tie in the answer’s ORDER BY, and its LIMIT takes only some of them. Submissions with other tied rows pass, too. To allow only these rows, sort by another column as well.',
  initialPasses: 'The initial code already passes the checks. If that is intended, mark the screen as initially passing.',
} as const;
