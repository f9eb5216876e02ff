import { describe, expect, it } from 'vitest';
import { ALL_PASSED, type Check, type RunResult } from '#features/runs/contract/runs.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { UNIT_TEST } from '#platform/contract/unit-tests.ts';
import { learnerResult, learnerTerminalVerdict } from './learner-result.ts';

const OFF: Check = { enabled: false, pass: false, results: [] };
const SIGHT = { isSubmitted: true, isAssessment: false, isExperimental: false, showsExpected: false, unitShows: 'message' } as const;
const WRONG: CheckResult = {
  name: 'x',
  pass: false,
  expected: '5',
  actual: '6',
  feedback: 'x should be 5, but it is 6.',
  feedback_without_answer: 'x isn’t right yet: it is 6.',
  hints: ['Add up.'],
};

function run(results: CheckResult[], rest: Partial<RunResult> = {}): RunResult {
  const pass = results.every((result) => result.pass);
  const variables = { enabled: true, pass, results };
  return {
    status: 'done',
    code_run_id: 'run',
    session_id: 'session',
    runner_name: 'runner',
    output: '6',
    stderr: '',
    error: null,
    error_line: null,
    error_column: null,
    earlier_errors: [],
    images: [],
    vars: [],
    checks: { output: OFF, variables, value: OFF, custom: OFF, unit: OFF, legacy: OFF },
    check_summary: pass ? ALL_PASSED : 'Wrong answer: 1 check(s) failed.',
    limit: null,
    limit_at: null,
    cut: [],
    files: [],
    duration_ms: 1,
    grader: null,
    check_error: null,
    external_ip: null,
    ...rest,
  };
}

describe('what a learner sees of a run', () => {
  it('says what is wrong without the answer', () => {
    const { verdict } = learnerResult('1', run([WRONG]), SIGHT);
    expect(verdict).toEqual({ is_correct: false, checks: [{ pass: false, feedback: 'x isn’t right yet: it is 6.', hints: ['Add up.'] }] });
  });

  it('names the answer where the author wants it', () => {
    const { verdict } = learnerResult('1', run([WRONG]), { ...SIGHT, showsExpected: true });
    expect(verdict?.checks[0]?.feedback).toBe('x should be 5, but it is 6.');
  });

  it('has the author’s own feedback as it was written', () => {
    const { feedback_without_answer: _, ...own } = { ...WRONG, feedback: 'Think of 2 + 3.' };
    expect(learnerResult('1', run([own]), SIGHT).verdict?.checks[0]?.feedback).toBe('Think of 2 + 3.');
  });

  it('never has expected values beside the feedback', () => {
    expect(JSON.stringify(learnerResult('1', run([WRONG]), SIGHT))).not.toContain('5');
  });

  it.each([
    ['a run that was not submitted', { isSubmitted: false }],
    ['an assessment', { isAssessment: true }],
  ])('has no verdict on %s', (_, sight) => {
    expect(learnerResult('1', run([WRONG]), { ...SIGHT, ...sight }).verdict).toBeNull();
  });

  it('counts nothing against the learner on an experimental screen', () => {
    expect(learnerResult('1', run([WRONG]), { ...SIGHT, isExperimental: true }).verdict?.is_correct).toBe(true);
  });

  it('leaves out checks that were skipped, and feedback of those that passed', () => {
    const passed = { ...WRONG, pass: true, feedback: 'Well done.' };
    const { verdict } = learnerResult('1', run([passed, { ...WRONG, counts: false }], { check_summary: ALL_PASSED }), SIGHT);
    expect(verdict).toEqual({ is_correct: true, checks: [{ pass: true, feedback: null, hints: [] }] });
  });
});

it('does not show learners the traceback of a broken check of a terminal', () => {
  const outcome = {
    success: false,
    value: { enabled: false, success: null, feedback: null },
    custom: { results: [], error: 'Traceback: NameError: name "secret" is not defined' },
    unit: { results: [], error: null },
  };
  expect(learnerTerminalVerdict(outcome, true, 'everything')).toEqual({
    is_correct: false,
    checks: [{ pass: false, feedback: 'The lesson has a mistake: the check of this screen doesn’t work.', hints: [] }],
  });
});

it('shows as much of a failed unit test of a terminal as the author chose', () => {
  const failed = { ...WRONG, name: 'no name', checker_id: UNIT_TEST, feedback: 'failed', traceback: 'line 3' };
  const outcome = {
    success: false,
    value: { enabled: false, success: null, feedback: null },
    custom: { results: [], error: null },
    unit: { results: [failed], error: null },
  };
  const [named] = learnerTerminalVerdict(outcome, true, 'name').checks;
  expect(named).toEqual({ pass: false, name: 'no name', feedback: null, hints: [] });
  expect(learnerTerminalVerdict(outcome, true, 'everything').checks[0]).toMatchObject({ feedback: 'failed', traceback: 'line 3' });
});
