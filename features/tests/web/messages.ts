import { counted } from '#platform/contract/counted.ts';
import { listNumbers } from '#platform/web/ui/number-list.ts';

export const MESSAGES = {
  empty: "This screen doesn't have tests yet.",
  notExecuted: "Some tests weren't executed yet",
  failed: 'Some tests failed',
  allPassed: 'All tests passed!',
  noMatch: 'No failed tests.',
  loadFailed: 'Couldn’t load the tests. Try again later.',
  saveFailed: 'Couldn’t save the test. Try again later.',
  deleteFailed: 'Couldn’t delete the test. Try again later.',
  runFailed: 'Couldn’t run the test. Try again later.',
  testFailed: 'Couldn’t run the tests. Try again later.',
  someFailed: (failed: number, run: number) => `${failed} of ${counted(run, 'test')} failed.`,
  allOfThem: (total: number) => (total === 1 ? 'The only test passed.' : `All ${total} tests passed.`),
  stopped: (run: number, total: number) => `Stopped: ${run} of ${total} tests ran.`,
  noneFailed: 'No failures.',
  noTests: 'There are no tests here yet. A screen gets its first test with its answer code.',
  withoutTests: (numbers: readonly number[]) =>
    numbers.length === 1 ? `Lesson ${numbers[0]} has no tests.` : `Lessons ${listNumbers(numbers)} have no tests.`,
  lessonsGone: (numbers: readonly number[]) =>
    numbers.length === 1 ? `Lesson ${numbers[0]} doesn’t exist anymore.` : `Lessons ${listNumbers(numbers)} don’t exist anymore.`,
  noCheckOutput: 'Run the code with a custom check first. A test stores the result of that check.',
  outdated:
    'Something else has changed since the answer was last checked, such as a file, the packages or an earlier screen. It is being checked again. If this message stays, run the tests: they say why the answer can’t be checked.',
  testSaved: 'Test saved.',
  saved: (hasPassed: boolean) =>
    hasPassed
      ? 'Saves the code you ran. It passed all checks and must pass them whenever the test runs.'
      : 'Saves the code you ran. It failed the checks and must fail them whenever the test runs.',
} as const;
