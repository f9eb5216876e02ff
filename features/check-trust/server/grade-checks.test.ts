import { describe, expect, it } from 'vitest';
import type { TrustCause } from '../contract.ts';
import { gradeChecks, type Examined } from './grade-checks.ts';
import { neighborsOf, submissionsOf, type TriedSubmission } from './submissions.ts';

const answer = (passes = true): Examined => ({ submission: { role: 'answer', code: 'a' }, passes, seen: 'right', messages: [] });
const mutant = (passes: boolean, seen = 'wrong', isInFunction = false): Examined => ({
  submission: { role: 'mutant', code: `mutant ${seen}`, kind: 'constant', line: 3, isInFunction },
  passes,
  seen,
  messages: [],
});
const rewrite = (passes: boolean): Examined => ({
  submission: { role: 'rewrite', code: 'rewrite', kind: 'renamed', line: 2 },
  passes,
  seen: 'right',
  messages: [],
});
const unsolved = (passes: boolean, change: Partial<Extract<TriedSubmission, { role: 'unsolved' }>> = {}, seen = ''): Examined => ({
  submission: { role: 'unsolved', code: '', name: 'Empty code', isOtherAnswer: false, ...change },
  passes,
  seen,
  messages: [],
});

describe('checks', () => {
  it.each<[string, Examined[], string, string[]]>([
    ['that tell right from wrong', [answer(), unsolved(false), mutant(false), rewrite(true)], 'trusted', []],
    ['that refuse the answer', [answer(false), answer(false)], 'broken', ['The answer does not pass its own checks.']],
    ['that sometimes refuse the answer', [answer(), answer(false), answer()], 'broken', ['The answer passed in 2 of 3 runs.']],
    ['that pass without work', [answer(), unsolved(true), mutant(false)], 'broken', ['Empty code passes the checks.']],
    [
      'that another answer passes with another result',
      [answer(), unsolved(true, { name: 'The answer of screen 2', isOtherAnswer: true })],
      'broken',
      ['The answer of screen 2 passes the checks.'],
    ],
    ['that another answer with the same result passes', [answer(), unsolved(true, { isOtherAnswer: true }, 'right')], 'trusted', []],
    ['that miss most mistakes', [answer(), mutant(true), mutant(false)], 'weak', ['An answer with another value in line 3 passes.']],
    [
      'that miss one mistake of many',
      [answer(), mutant(true), ...Array.from({ length: 9 }, () => mutant(false))],
      'trusted',
      ['An answer with another value in line 3 passes.'],
    ],
    ['that pass a mutant with the same result', [answer(), mutant(true, 'right')], 'trusted', []],
    [
      'that pass a mutant with the same result inside of a function',
      [answer(), mutant(true, 'right', true)],
      'weak',
      ['An answer with another value in line 3 passes.'],
    ],
    ['that refuse a rewrite', [answer(), rewrite(false)], 'weak', ['The answer fails when a local variable has another name (line 2).']],
  ])('%s', (_, all, level, texts) => {
    const report = gradeChecks(all);
    expect(report.level).toBe(level);
    expect(report.findings.map(({ text }) => text)).toEqual(texts);
  });

  it('are counted, without mutants that change nothing', () => {
    expect(
      gradeChecks([answer(), answer(), mutant(false), mutant(true), mutant(true, 'right'), rewrite(true), rewrite(false)]),
    ).toMatchObject({
      mistakes: { right: 1, all: 2 },
      rewrites: { right: 1, all: 2 },
      repeats: { right: 2, all: 2 },
    });
  });

  it.each<[TrustCause, string]>([
    ['date', 'broken'],
    ['load', 'broken'],
    ['together', 'broken'],
    ['time_zone', 'weak'],
    ['locale', 'weak'],
    ['hash_seed', 'weak'],
  ])('that depend on %s are %s', (cause, level) => {
    const found = [{ cause, label: 'then and there', settings: {} }];
    const report = gradeChecks([answer(), answer(), mutant(false)], { found, tried: found, notTried: ['Not tried.'] });
    expect(report.level).toBe(level);
    expect(report.findings).toEqual([{ kind: 'flaky', text: 'The answer fails then and there.', code: '', line: null, cause }]);
    expect(report.not_tried).toEqual(['Not tried.']);
  });

  it('that a shortcut passes keep their level, and report it', () => {
    const shortcut = {
      submission: { role: 'shortcut', code: 'x = 1', name: 'A constant' },
      passes: true,
      seen: 'right',
      messages: [],
    } as const;
    const report = gradeChecks([answer(), shortcut, { ...shortcut, passes: false }]);
    expect([report.level, report.findings.map(({ kind, text }) => [kind, text])]).toEqual([
      'trusted',
      [['shortcut-passes', 'A constant passes the checks.']],
    ]);
  });

  it.each([
    ['AssertionError', ['message-bare']],
    ['AssertionError: 3 != 4', ['message-bare']],
    ['Traceback (most recent call last):\n  File "x"\nKeyError: 1', ['message-bare']],
    ['Write total = price * 2 instead.', ['message-tells']],
    ['total isn’t right yet: it is 3.', []],
    ['Errors in line 3 are fine.', []],
  ])('whose message is %j: %j', (message, kinds) => {
    const wrong = { ...unsolved(false), messages: [message] };
    expect(gradeChecks([answer(), wrong], undefined, ['total = price * 2']).findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('have at most ten findings of a kind', () => {
    const all = [answer(), ...Array.from({ length: 30 }, () => mutant(true)), rewrite(false)];
    expect(gradeChecks(all).findings.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 10 }, () => 'mistake-passes'),
      'rewrite-fails',
    ]);
  });
});

describe('the submissions of a screen', () => {
  const screen = { answer_code: 'x = 1\ny = 2', initial_code: 'x = 1\n', initially_passing: false };

  it('are code without work, other answers, mutants and rewrites', async () => {
    const all = await submissionsOf('python', screen, [
      { sequence: 2, answer_code: 'z = 3' },
      { sequence: 4, answer_code: 'x = 1\ny = 2\n' },
    ]);
    expect(all.flatMap((each) => (each.role === 'unsolved' ? [each.name] : []))).toEqual([
      'The initial code',
      'Empty code',
      'The answer of screen 2',
    ]);
    expect(new Set(all.map(({ role }) => role))).toEqual(new Set(['unsolved', 'mutant', 'rewrite']));
  });

  it('have no mistakes in lines that learners are given', async () => {
    const all = await submissionsOf('python', screen, []);
    expect(all.flatMap((each) => (each.role === 'mutant' ? [each.line] : []))).toEqual([2, 2]);
  });

  it('have the answer that the screen starts from only once, as its initial code', async () => {
    const all = await submissionsOf('python', screen, [{ sequence: 1, answer_code: 'x = 1' }]);
    expect(all.flatMap((each) => (each.role === 'unsolved' ? [each.name] : []))).toEqual(['The initial code', 'Empty code']);
  });

  it('leave out the initial code of a screen that passes initially', async () => {
    const all = await submissionsOf('python', { ...screen, initially_passing: true }, []);
    expect(all.filter(({ role }) => role === 'unsolved')).toEqual([]);
  });

  it('take the answers of the four nearest screens that have one', () => {
    const screens = [1, 2, 3, 4, 5, 6, 7].map((sequence) => ({ sequence, answer_code: sequence === 3 ? ' ' : 'code' }));
    expect(neighborsOf(4, screens).map(({ sequence }) => sequence)).toEqual([5, 2, 6, 1]);
  });
});
