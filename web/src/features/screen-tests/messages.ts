export const MESSAGES = {
  empty: "This screen doesn't have tests yet.",
  notExecuted: "Some tests weren't executed yet",
  failed: 'Some tests failed',
  allPassed: 'All tests passed!',
  noMatch: 'No failed tests.',
  loadFailed: 'The tests could not be loaded. Try again later.',
  saveFailed: 'The test could not be saved. Try again later.',
  deleteFailed: 'The test could not be deleted. Try again later.',
  runFailed: 'The test could not be run. Try again later.',
  noCheckOutput: 'Run the code with a custom check first. A test stores the result of that check.',
  testSaved: 'Test saved.',
  saved: (hasPassed: boolean) =>
    hasPassed
      ? 'Saves the code you ran. It passed all checks and must pass them whenever the test runs.'
      : 'Saves the code you ran. It failed the checks and must fail them whenever the test runs.',
} as const;
