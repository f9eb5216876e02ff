/** Compares the result of a run with the result that its test expects. */

import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { CHECK_KINDS, didPass, type RunResult } from '#features/runs/contract/runs.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';

/** A run's result compared with its test. */
interface Comparison {
  readonly test_passes: boolean;
  readonly run_pass: boolean;
  readonly run_results: CheckResult[];
}

/**
 * Compares a run with its test. A boolean test, or one without checker results, only compares pass or fail; others
 * compare each checker's result, in order.
 */
export function compareResults(
  test: Pick<ScreenTestContent, 'is_boolean_test' | 'expect'>,
  run: Pick<RunResult, 'check_summary' | 'error' | 'checks'>,
): Comparison {
  const run_pass = didPass(run);
  const run_results = run.checks.custom.results;
  const isSame = run_pass === test.expect.test_pass;
  if (test.is_boolean_test || test.expect.results.length === 0) return { test_passes: isSame, run_pass, run_results };
  const areSame =
    test.expect.results.length === run_results.length &&
    run_results.every((actual, at) => isAsExpected(actual, test.expect.results[at] ?? {}));
  return { test_passes: isSame && areSame, run_pass, run_results };
}

/** A test that was written by hand may leave out whether a checker passes. */
function isAsExpected(actual: CheckResult, expected: Partial<CheckResult>): boolean {
  return JSON.stringify(visibleParts(actual)) === JSON.stringify(visibleParts({ pass: actual.pass, ...expected }));
}

/** The first failure of a run, and the first code of earlier screens that failed before it. */
export function firstFailure(run: Pick<RunResult, 'checks' | 'error' | 'earlier_errors'>): string {
  const failed = CHECK_KINDS.flatMap((kind) => (run.checks[kind].enabled ? run.checks[kind].results : [])).find(
    ({ pass, counts }) => !pass && counts !== false,
  );
  const failure = failed?.feedback ?? failed?.name ?? run.error?.trim().split('\n').at(-1) ?? '';
  const [earlier] = run.earlier_errors;
  return earlier === undefined ? failure : `${failure} (before it, the code of ${earlier.name} failed: ${earlier.message})`;
}

/**
 * The parts of a checker's result that a learner would notice. The product's own texts may be reworded, so they are not
 * compared.
 */
function visibleParts(result: Partial<CheckResult>) {
  const hasOwnWords = result.has_custom_feedback === true;
  return {
    checker: result.checker_id ?? result.name ?? null,
    pass: result.pass ?? false,
    counts: result.counts ?? true,
    tag: result.tag_id ?? null,
    feedback: hasOwnWords ? (result.feedback ?? null) : null,
    hint: result.has_custom_hints === true ? (result.hint ?? null) : null,
  };
}
