import type { Build } from '#features/packages/contract.ts';
import type { LessonsTested, ScreenTest, TestState } from '../contract/screen-tests.ts';
import { MESSAGES } from './messages.ts';

/** Whether what is known of a lesson's answers and tests may not hold any more: they depend on its screens, files and packages. */
export function changesVerdicts({ type, build }: { readonly type: string; readonly build?: Pick<Build, 'state'> }): boolean {
  return type === 'saved' || type === 'screens-changed' || type === 'files-changed' || (type === 'build' && build?.state === 'built');
}

/** Whether the last run matched the test; null: no valid run. */
export function isTestOk(test: Pick<TestState, 'status' | 'test_result'>): boolean | null {
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

type JudgedTest = Pick<ScreenTest, 'status' | 'test_result' | 'test_pass'>;

/** Why a test fails; empty: it passes, or that is unknown. */
export function failureReason(test: JudgedTest): string {
  const result = test.test_result;
  if (isTestOk(test) !== false || !result) return '';
  if (result.run_pass === null) return result.message;
  if (result.run_pass !== test.test_pass)
    return test.test_pass ? `Expected to pass. ${firstWords(test)}`.trim() : 'Expected to fail, but passed.';
  return 'The check results differ.';
}

function firstWords(test: JudgedTest): string {
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

/** What came of the tests of several lessons. */
interface TestsSummary {
  kind: 'success' | 'error' | 'info';
  text: string;
  /** What was not tested; empty: everything was. */
  notes: string[];
}

/** @param wanted The lessons that were to be tested. */
export function summarizeTests(
  { lessons, run, failed }: LessonsTested,
  wanted: readonly { readonly id: number; readonly sequence: number }[],
): TestsSummary {
  const total = lessons.reduce((sum, { tests }) => sum + tests, 0);
  const without = lessons.filter(({ tests }) => tests === 0).map(({ sequence }) => sequence);
  const gone = wanted.filter(({ id }) => !lessons.some((lesson) => lesson.id === id)).map(({ sequence }) => sequence);
  const isStopped = run < total;
  const notes = [
    ...(without.length > 0 && total > 0 && !isStopped ? [MESSAGES.withoutTests(without)] : []),
    ...(gone.length > 0 ? [MESSAGES.lessonsGone(gone)] : []),
  ];
  const ran = isStopped ? `${MESSAGES.stopped(run, total)} ` : '';
  if (failed.length > 0) return { kind: 'error', text: ran + MESSAGES.someFailed(failed.length, run), notes };
  if (isStopped) return { kind: 'info', text: ran + (run > 0 ? MESSAGES.noneFailed : ''), notes };
  return total === 0 ? { kind: 'info', text: MESSAGES.noTests, notes } : { kind: 'success', text: MESSAGES.allOfThem(total), notes };
}
