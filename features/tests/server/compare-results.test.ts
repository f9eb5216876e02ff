import { describe, expect, it } from 'vitest';
import { ALL_PASSED, didPass, type Check, type RunResult } from '#features/runs/contract/runs.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { compareResults, firstFailure } from './compare-results.ts';

const OFF: Check = { enabled: false, pass: false, results: [] };
const buildResult = (given: Partial<CheckResult>): CheckResult => ({
  name: 'total',
  pass: true,
  expected: null,
  actual: null,
  feedback: null,
  hints: [],
  ...given,
});

function buildRun(given: Partial<RunResult>, custom: CheckResult[] = []): RunResult {
  const check = { enabled: custom.length > 0, pass: custom.every(({ pass }) => pass), results: custom };
  return {
    status: 'done',
    code_run_id: '1',
    session_id: '1',
    runner_name: 'local',
    output: '',
    stderr: '',
    error: null,
    error_line: null,
    error_column: null,
    earlier_errors: [],
    images: [],
    vars: [],
    checks: { output: OFF, variables: OFF, value: OFF, custom: check, unit: OFF, legacy: OFF },
    check_summary: ALL_PASSED,
    limit: null,
    limit_at: null,
    cut: [],
    files: [],
    duration_ms: 1,
    grader: null,
    check_error: null,
    external_ip: null,
    ...given,
  };
}

const WRONG = { check_summary: 'Wrong answer: 1 check(s) failed.' };

describe('a run passed', () => {
  it.each([
    ['every check held', {}, true],
    ['one check failed', WRONG, false],
    ['nothing was checked', { check_summary: null }, true],
    ['nothing was checked and there was an error', { check_summary: null, error: 'boom' }, false],
    ['an error is okay and the checks held', { error: 'boom' }, true],
  ])('%s', (_, given, passed) => {
    expect(didPass(buildRun(given))).toBe(passed);
  });
});

describe('a test passes', () => {
  const total = buildResult({ checker_id: 'variable_value' });
  const wrong = buildResult({ checker_id: 'variable_value', pass: false, feedback: 'Too small', has_custom_feedback: true });
  it.each([
    ['pass where pass is wanted', true, [], buildRun({}), true],
    ['fail where fail is wanted', false, [], buildRun(WRONG), true],
    ['fail where pass is wanted', true, [], buildRun(WRONG), false],
    ['the same checkers', true, [total], buildRun({}, [total]), true],
    ['one checker more', true, [total], buildRun({}, [total, total]), false],
    ['another checker', true, [total], buildRun({}, [{ ...total, checker_id: 'variable_type' }]), false],
    ['the same failure with the same text', false, [wrong], buildRun(WRONG, [wrong]), true],
    ["the author's text changed", false, [wrong], buildRun(WRONG, [{ ...wrong, feedback: 'Too big' }]), false],
    [
      "the product's own text changed",
      false,
      [{ ...wrong, has_custom_feedback: false }],
      buildRun(WRONG, [{ ...wrong, has_custom_feedback: false, feedback: 'Another text' }]),
      true,
    ],
    ['skipped where it failed', false, [wrong], buildRun(WRONG, [{ ...wrong, counts: false }]), false],
    ['another skill', false, [{ ...wrong, tag_id: 'Loops' }], buildRun(WRONG, [{ ...wrong, tag_id: 'Lists' }]), false],
  ])('%s: %#', (_, test_pass, results, run, passes) => {
    const test = { is_boolean_test: false, expect: { test_pass, results: results as never[] } };
    expect(compareResults(test, run).test_passes).toBe(passes);
  });

  it('compares a boolean test only by pass or fail', () => {
    const test = { is_boolean_test: true, expect: { test_pass: false, results: [wrong] as never[] } };
    const comparison = compareResults(test, buildRun(WRONG, [{ ...wrong, feedback: 'Too big' }]));
    expect(comparison).toMatchObject({ test_passes: true, run_pass: false, run_results: [{ feedback: 'Too big' }] });
  });
});

describe('the first failure', () => {
  it('is the feedback of the first failed check, without skipped ones', () => {
    const skipped = buildResult({ pass: false, counts: false, feedback: 'skipped' });
    expect(firstFailure(buildRun(WRONG, [skipped, buildResult({ pass: false, feedback: 'Too small' })]))).toBe('Too small');
  });

  it('is the last line of the error if no check failed', () => {
    expect(firstFailure(buildRun({ error: 'Traceback\n  line 1\nZeroDivisionError: division by zero\n' }))).toBe(
      'ZeroDivisionError: division by zero',
    );
  });

  it('names what failed on an earlier screen', () => {
    const earlier_errors = ['screen 3', 'screen 4'].map((name) => ({ name, message: 'KeyError: 1' }));
    expect(firstFailure(buildRun({ error: "NameError: name 'x' is not defined", earlier_errors }))).toBe(
      "NameError: name 'x' is not defined (before it, the code of screen 3 failed: KeyError: 1)",
    );
  });
});

it('compares only what the test names of a checker', () => {
  const run = buildRun({}, [buildResult({ checker_id: 'variable_value', feedback: 'Too small', has_custom_feedback: true })]);
  const expecting = (result: Record<string, string | boolean>) => ({
    is_boolean_test: false,
    expect: { test_pass: true, results: [{ checker_id: 'variable_value', ...result }] },
  });
  const named = { feedback: 'Too small', has_custom_feedback: true };
  expect(compareResults(expecting(named), run).test_passes).toBe(true);
  expect(compareResults(expecting({ ...named, pass: false }), run).test_passes).toBe(false);
  expect(compareResults(expecting({ ...named, feedback: 'Too large' }), run).test_passes).toBe(false);
});
