import { describe, expect, it } from 'vitest';
import { NO_OUTCOME, type CheckResult, type InsideCheck, type RunError, type RunOutcome } from '#platform/contract/run-outcome.ts';
import { judge, type Judged } from './judge.ts';

const PLAIN = { name: 'x', expected: null, actual: null, feedback: null, hints: [] };
const good: CheckResult = { ...PLAIN, pass: true };
const bad = (feedback: string, more: Partial<CheckResult> = {}): CheckResult => ({ ...PLAIN, pass: false, feedback, ...more });
const inside = (...results: CheckResult[]): InsideCheck => ({ results, error: null });
const ERROR: RunError = { name: 'ValueError', message: 'no', line: 3, column: null, traceback: 'ValueError: no' };
const BOTH = { custom: 'x', legacy: 'x' };

type Given = { run?: Partial<RunOutcome>; screen?: Partial<Judged['screen']> } & Partial<Omit<Judged, 'run' | 'screen'>>;

const judged = ({ run, screen, ...given }: Given) =>
  judge({
    lesson: { type: 'mission', language: 'python', enabled_features: [] },
    screen: {
      answer_code: '',
      check_output: false,
      check_val: null,
      check_scope: null,
      error_okay: false,
      is_experimental: false,
      ...screen,
    },
    inside: null,
    skills: [],
    answer: { output: null, variables: [], ranking: null },
    code: 'print(1)',
    isUnitTested: false,
    ...given,
    run: { ...NO_OUTCOME, ...run },
  });

const output = (stdout: string, images: string[] = []) => ({ output: { stdout, stderr: '', images }, variables: [], ranking: null });

describe('the summary', () => {
  it.each<[what: string, given: Given, summary: string | null]>([
    ['nothing asked for', { run: { output: '1', error: ERROR } }, null],
    ['output that is right', { screen: { check_output: true }, answer: output('1'), run: { output: '1 \n' } }, 'All passed.'],
    [
      'output that is not',
      { screen: { check_output: true }, answer: output('1'), run: { output: '2' } },
      'Wrong answer: 1 check(s) failed.',
    ],
    [
      'an error',
      { screen: { check_output: true }, answer: output('1'), run: { output: '1', error: ERROR } },
      'Wrong answer: 1 check(s) failed.',
    ],
    [
      'an error that is okay',
      { screen: { check_output: true, error_okay: true }, answer: output('1'), run: { output: '1', error: ERROR } },
      'All passed.',
    ],
    ['a plot that is not shown', { screen: { check_output: true }, answer: output('', ['a']) }, 'Wrong answer: 1 check(s) failed.'],
    ['a plot that is', { screen: { check_output: true }, answer: output('', ['a']), run: { images: ['b'] } }, 'All passed.'],
    ['a plot without a picture', { screen: { check_output: true }, answer: output('', ['a']), run: { plots: 1 } }, 'All passed.'],
    ['a value in the code', { screen: { check_val: 'print', check_scope: 'cmd' } }, 'All passed.'],
    [
      'a value in the output',
      { screen: { check_val: '2', check_scope: 'stdout' }, run: { output: '1' } },
      'Wrong answer: 1 check(s) failed.',
    ],
    ['an empty value', { screen: { check_val: '' } }, null],
    ['custom checks that hold', { inside: { custom: 'x', legacy: null }, run: { custom: inside(good, good) } }, 'All passed.'],
    [
      'some that do not, and one that was skipped',
      { inside: { custom: 'x', legacy: null }, run: { custom: inside(bad('a'), bad('b'), bad('c', { counts: false })) } },
      'Wrong answer: 2 check(s) failed.',
    ],
    ['custom checks that were not reached', { inside: { custom: 'x', legacy: null } }, 'Wrong answer: 1 check(s) failed.'],
    ['custom checks that were not requested', { run: { custom: inside(bad('a')) } }, null],
    [
      'every kind together',
      {
        screen: { check_output: true, check_val: 'nothing' },
        answer: { ...output('2'), variables: [{ name: 'x' }] },
        inside: BOTH,
        run: { output: '1', custom: inside(bad('a')), legacy: inside(bad('b'), good) },
      },
      'Wrong answer: 5 check(s) failed.',
    ],
    ['an experiment', { screen: { check_output: true, is_experimental: true }, answer: output('2') }, 'Wrong answer: 1 check(s) failed.'],
  ])('of %s', async (_, given, summary) => {
    expect((await judged(given)).summary).toBe(summary);
  });
});

describe('a check inside the sandbox', () => {
  it('reports its results', async () => {
    const results = [good, bad('Look again.', { line: 2, hint: 'Use sum.' })];
    expect((await judged({ inside: BOTH, run: { custom: inside(...results), legacy: inside(good) } })).checks).toMatchObject({
      custom: { enabled: true, pass: false, results },
      legacy: { enabled: true, pass: true },
    });
  });

  it('with an error in itself never passes, and reports the error', async () => {
    const { checks, error, summary } = await judged({
      inside: BOTH,
      run: { custom: { results: [good], error: ERROR }, legacy: inside(good) },
    });
    expect(error).toEqual(ERROR);
    expect(checks.custom).toMatchObject({
      pass: false,
      results: [good, { feedback: expect.stringContaining('The lesson has a mistake') }],
    });
    expect(summary).toBe('Wrong answer: 1 check(s) failed.');
  });
});

describe('the grader', () => {
  const assessment = { lesson: { type: 'assessment' as const, language: 'python' as const, enabled_features: [] } };
  const skills = [
    { name: 'Summing', point_value: 3 },
    { name: 'Sorting', point_value: 2 },
  ];
  const custom = { ...assessment, skills, inside: { custom: 'x', legacy: null } };

  it('exists in assessments only', async () => {
    expect((await judged({ skills })).grader).toBeNull();
    expect((await judged({ ...assessment, skills: [] })).grader).toMatchObject({ correct: true, skill_names: [] });
  });

  it('gives the points of every skill for a correct answer', async () => {
    expect((await judged({ ...custom, run: { custom: inside(good) } })).grader).toEqual({
      answer_checker_feedback: 'All passed.',
      correct: true,
      skill_names: ['Summing', 'Sorting'],
      skill_results: [
        { name: 'Summing', points: 3, correct: true },
        { name: 'Sorting', points: 2, correct: true },
      ],
    });
  });

  it('gives the points of skills whose checks pass, if checks name skills', async () => {
    const said = inside(
      { ...good, tag_id: 'Summing' },
      bad('Sort them.', { tag_id: 'Sorting' }),
      bad('', { tag_id: 'Sorting', counts: false }),
    );
    expect((await judged({ ...custom, run: { custom: said } })).grader).toMatchObject({
      answer_checker_feedback: 'Sort them.',
      correct: false,
      skill_results: [
        { name: 'Summing', points: 3, correct: true },
        { name: 'Sorting', points: 0, correct: false },
      ],
    });
  });

  it('shows the first failure’s feedback, and the author’s own feedback before any other', async () => {
    const spoken = async (...results: CheckResult[]) =>
      (await judged({ ...custom, run: { custom: inside(...results) } })).grader?.answer_checker_feedback;
    expect(await spoken(good, bad('one'), bad('two'))).toBe('one');
    expect(await spoken(bad('one'), bad('two', { has_custom_feedback: true }))).toBe('two');
    expect(await spoken(bad('skipped', { counts: false }), bad('two'))).toBe('two');
  });

  it('reports an error', async () => {
    expect((await judged({ ...assessment, skills, run: { error: ERROR } })).grader).toMatchObject({
      correct: false,
      answer_checker_feedback: 'Your code ended with an error: ValueError: no',
      skill_results: [{ points: 0 }, { points: 0 }],
    });
  });

  it('grades nothing on an experimental screen, which always counts as correct', async () => {
    const grader = (await judged({ ...custom, screen: { is_experimental: true }, run: { custom: inside(bad('No.')) } })).grader;
    expect(grader).toMatchObject({ answer_checker_feedback: 'No.', correct: true, skill_results: [] });
  });
});
