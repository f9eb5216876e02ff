import type { ScreenTest } from '#contract/screen-tests.ts';
import { MESSAGES } from './messages.ts';

/** Whether the last run matched the test; null: no valid run. */
export function isTestOk(test: Pick<ScreenTest, 'status' | 'test_result'>): boolean | null {
  if (test.status !== 'Done' && test.status !== 'Run Error' && test.status !== 'Internal Error') return null;
  return test.test_result?.test_passes ?? false;
}

/** The banner above the tests; null: no tests. */
export function testsBanner(tests: readonly ScreenTest[]): { kind: 'info' | 'error' | 'success'; text: string } | null {
  if (tests.length === 0) return null;
  const verdicts = tests.map(isTestOk);
  if (verdicts.includes(false)) return { kind: 'error', text: MESSAGES.failed };
  if (verdicts.includes(null)) return { kind: 'info', text: MESSAGES.notExecuted };
  return { kind: 'success', text: MESSAGES.allPassed };
}

/** Why a test fails; empty: it passes, or that is unknown. */
export function failureReason(test: ScreenTest): string {
  const result = test.test_result;
  if (isTestOk(test) !== false || !result) return '';
  if (result.run_pass === null) return result.message;
  if (result.run_pass !== test.test_pass)
    return test.test_pass ? `Expected to pass. ${firstWords(test)}`.trim() : 'Expected to fail, but passed.';
  return 'The check results differ.';
}

function firstWords(test: ScreenTest): string {
  const failed = test.test_result?.run_results.find(({ pass, counts }) => !pass && counts !== false);
  return failed?.feedback ?? '';
}

/** The name of a test without a description. */
export function testName(test: Pick<ScreenTest, 'description' | 'is_default'>): string {
  return test.description || (test.is_default ? 'The answer passes' : 'No description');
}

/** The test to show after deleting the one at `index`: the previous one. */
export function indexAfterDelete(index: number, remaining: number): number {
  return Math.max(0, Math.min(index - 1, remaining - 1));
}
