import { describe, expect, it } from 'vitest';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { BLANKS_TASKS, MATCHES, NUMBERS, ORDERS, PREDICTS, TEXTS } from '#testing/questions/sample-tasks.ts';
import type { Given } from './asks.ts';
import { BLANKS } from './blanks.ts';
import { kindOf, QUESTION_KINDS } from './kinds.ts';
import { MATCH } from './match.ts';
import { NUMBER } from './number.ts';
import { ORDER } from './order.ts';
import { PREDICT } from './predict.ts';
import { QuestionTask } from './tasks.ts';
import { TEXT } from './text.ts';

const SEED = '7b1c';
/** Wrong answers are made here, without the judges, and how many are tried for each question. */
const WRONG = 20;

/** Texts that differ from this one: a letter less, more or another one, two swapped. */
function edited(text: string): string[] {
  const letters = Array.from(text);
  const each = letters.flatMap((letter, at) => [
    letters.toSpliced(at, 1).join(''),
    letters.with(at, 'ж').join(''),
    letters.toSpliced(at, 2, letters[at + 1] ?? '', letter).join(''),
  ]);
  const longer = Array.from({ length: WRONG }, (_, at) => `${text}${'uvwxyz'[at % 6]}${at}`);
  return [...each, ...longer];
}

/** Different even for somebody who minds neither letter case nor spaces. */
function reallyWrong(given: readonly string[], right: readonly string[]): string[] {
  const plain = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '').toUpperCase();
  const known = new Set(right.map(plain));
  return given.filter((each) => !known.has(plain(each))).slice(0, WRONG);
}

function accepts(task: QuestionTask, given: Given): boolean {
  return kindOf(task).judge(task, given, SEED).isCorrect;
}

/** All lists of different items, of any length. */
function arrangements<T>(items: readonly T[]): T[][] {
  return [[], ...items.flatMap((item, at) => arrangements(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))];
}

const ALL = [...NUMBERS, ...TEXTS, ...BLANKS_TASKS, ...ORDERS, ...MATCHES, ...PREDICTS];

describe('every kind of question', () => {
  it.each(ALL.map(({ task }) => ({ kind: task.kind, task })))('$kind: is answerable without warnings, by its own solution', ({ task }) => {
    const { isAnswerable, warnings, solution } = kindOf(task);
    expect(QuestionTask.parse(task)).toEqual(task);
    expect({ isAnswerable: isAnswerable(task), warnings: warnings(task) }).toEqual({ isAnswerable: true, warnings: [] });
    expect(accepts(task, solution(task, SEED))).toBe(true);
  });

  it.each(ALL.map(({ task }) => ({ kind: task.kind, task })))('$kind: its own mutants are wrong, different, and at most 20', ({ task }) => {
    const mutants = kindOf(task).mutants(task, SEED);
    expect(mutants.filter((given) => accepts(task, given))).toEqual([]);
    expect(new Set(mutants.map((given) => given.join('\n'))).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThan(3);
    expect(mutants.length).toBeLessThanOrEqual(20);
  });

  it.each(Object.values(QUESTION_KINDS))('$kind: accepts nothing while it is blank', (kind) => {
    const task = QuestionTask.parse(kind.empty());
    expect(kindOf(task).isAnswerable(task)).toBe(false);
    expect(kindOf(task).warnings(task)).not.toEqual([]);
    for (const given of [[], [''], ['0'], ['', '']]) expect(accepts(task, given)).toBe(false);
  });

  it.each(ALL.map(({ task }) => ({ kind: task.kind, task })))('$kind: has texts at paths that are found in the task', ({ task }) => {
    const at = (path: string) => path.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], task);
    for (const { path, text } of kindOf(task).texts(task)) expect(at(path)).toBe(text);
  });
});

describe('a number', () => {
  it.each(NUMBERS.map((sample) => ({ name: sample.rewritten, ...sample })))('accepts $name', ({ task, rewritten }) => {
    expect(accepts(task, [rewritten])).toBe(true);
  });

  it.each(NUMBERS.map(({ task }) => ({ name: task.value, task })))('refuses 20 others than $name', ({ task }) => {
    const value = NUMBER.solution(task, SEED)[0]?.startsWith('2*pi') ? 2 * Math.PI : Number(task.value);
    const tolerance = Number(task.tolerance) * (task.tolerance_type === 'relative' ? value : 1);
    const step = Math.max(tolerance, Math.abs(value) * 1e-6);
    const factors = [10, 0.1, 100, 0.01, -1, 2, 0.5, 1.5].map((factor) => value * factor);
    const offsets = [1.1, 1.5, 2, 3, 5, 10].flatMap((times) => [value + times * step, value - times * step]);
    const wrong = [...factors, ...offsets].map((each) => `${each} ${task.unit}`);
    expect(wrong).toHaveLength(WRONG);
    expect(wrong.filter((typed) => accepts(task, [typed]))).toEqual([]);
  });

  it.each([
    ['5', '', 'Add the unit.'],
    ['5 kg', 'm', 'Check the unit.'],
    ['5 kg', '', 'Enter only the number.'],
    ['five', '', 'Enter a number, such as 1.5.'],
  ])('says of %s where the unit is “%s”: %s', (typed, unit, note) => {
    const task = { ...NUMBER.empty(), value: '5', unit: unit === '' && typed === '5' ? 'm' : unit };
    expect(NUMBER.judge(task, [typed], SEED).note).toBe(note);
  });

  it('has feedback on an expected wrong answer, however it is written', () => {
    const task = { ...NUMBER.empty(), value: '5', feedback: [{ answer: '2.5', message: 'Twice that.' }] };
    expect(NUMBER.judge(task, ['2,50'], SEED).feedback).toEqual(['feedback/0/message']);
  });
});

describe('a text', () => {
  it.each(TEXTS.map(({ task, rewritten }) => ({ name: rewritten, task, rewritten })))('accepts “$name”', ({ task, rewritten }) => {
    expect(accepts(task, [rewritten])).toBe(true);
  });

  it.each(TEXTS.map(({ task }) => ({ name: task.answers[0]?.text ?? '', task })))('refuses 20 others than “$name”', ({ name, task }) => {
    const wrong = reallyWrong(
      edited(name),
      task.answers.map(({ text }) => text),
    );
    expect(wrong).toHaveLength(WRONG);
    expect(wrong.filter((typed) => accepts(task, [typed]))).toEqual([]);
  });

  it('has wildcards, which accept nothing but what fits', () => {
    const task = { ...TEXT.empty(), answers: [{ text: 'col*r', match: 'wildcards' as const }] };
    expect(['color', 'COLOUR', 'colr', 'xcolor', 'colors', 'cor'].filter((typed) => accepts(task, [typed]))).toEqual([
      'color',
      'COLOUR',
      'colr',
    ]);
  });
});

describe('blanks', () => {
  it.each(BLANKS_TASKS.map((sample) => ({ name: sample.rewritten, ...sample })))('accept $name', ({ task, rewritten }) => {
    expect(BLANKS.judge(task, rewritten.split('|'), SEED)).toMatchObject({ isCorrect: true });
  });

  it.each(BLANKS_TASKS.map(({ task }) => ({ name: task.text, task })))('refuse 20 other answers to $name', ({ task }) => {
    const right = BLANKS.solution(task, SEED);
    const wrong = right.flatMap((answer, at) => reallyWrong(edited(answer), right).map((other) => right.with(at, other)));
    expect(wrong.length).toBeGreaterThanOrEqual(WRONG);
    expect(wrong.filter((given) => accepts(task, given))).toEqual([]);
  });

  it('say which gaps are right', () => {
    const task = { ...BLANKS.empty(), text: '[[a]] [[#1]] [[>x|y]]', feedback: [{ answer: 'y', message: 'No' }] };
    expect(BLANKS.judge(task, ['a', 'one', 'y'], SEED)).toMatchObject({
      parts: [true, false, false],
      note: 'Enter a number in gap 2.',
      feedback: ['feedback/0/message'],
    });
  });

  it.each([
    ['x = [[1, 2], [3]]', ['Gap 1 has brackets without their partners. Write \\[[ where brackets are no gap.']],
    [
      '[[>a]] [[#x]] [[]]',
      ['Gap 1 needs at least two choices.', 'Gap 2 asks for a number, but “x” is none.', 'Gap 3 accepts no answer yet.'],
    ],
    ['[[x[0]]]', []],
    ['[[a]] '.repeat(101), ['The text has 101 gaps. It can have at most 100.']],
    ['none', ['The text has no gaps. Write [[answer]] where learners fill something in.']],
  ])('warn about gaps that were not meant: %s', (text, warnings) => {
    expect(BLANKS.warnings({ ...BLANKS.empty(), text })).toEqual(warnings);
  });

  it('show no answer but the choices of menus', () => {
    const task = { ...BLANKS.empty(), text: 'x [[secret]] y [[>right|wrong]]' };
    const { pieces } = BLANKS.ask(task, SEED, String as unknown as () => SafeHtml);
    expect(pieces).toEqual(['x ', { choices: null }, ' y ', { choices: expect.arrayContaining(['right', 'wrong']) as unknown }]);
  });
});

describe('an order', () => {
  it.each(ORDERS.map((sample) => ({ name: sample.task.lines.map(({ text }) => text).join(' / '), ...sample })))(
    'accepts of all arrangements only the right ones: $name',
    ({ task, accepted }) => {
      const shown = ORDER.ask(task, SEED, String as unknown as () => SafeHtml).lines;
      const levels = task.checks_indentation ? [':0', ':1', ':2'] : [''];
      const withLevels = (indexes: readonly string[]) =>
        indexes.reduce<string[][]>((lists, index) => lists.flatMap((list) => levels.map((level) => [...list, index + level])), [[]]);
      const all = arrangements(Object.keys(shown)).flatMap(withLevels);
      const right = all.filter((given) => accepts(task, given));
      const textOf = (line: string) =>
        line.replace(/(\d+):?(\d*)/, (_, index: string, level: string) => `${level && `${level}:`}${shown[Number(index)]}`);
      const texts = new Set(right.map((given) => given.map(textOf).join('\n')));
      expect(all.length).toBeGreaterThan(WRONG);
      expect([...texts].toSorted()).toEqual(accepted.map((lines) => lines.join('\n')).toSorted());
    },
  );

  it.each([
    [[], 'Choose the lines and put them in order.'],
    [['a', 'b'], 'These lines are in the right order. Some are missing.'],
    [['a', 'c', 'b'], 'The first line is right.'],
    [['a', 'b', 'e'], 'The first 2 lines are right.'],
    [['a', 'b', 'c', 'e'], 'One line does not belong here.'],
    [['b', 'a', 'c'], null],
  ])('says of %j: %s', (lines, note) => {
    const task = { ...ORDER.empty(), lines: ['a', 'b', 'c'].map((text) => ({ text, group: null })), distractors: ['e'] };
    const shown = ORDER.ask(task, SEED, String as unknown as () => SafeHtml).lines;
    expect(
      ORDER.judge(
        task,
        lines.map((text) => String(shown.indexOf(text))),
        SEED,
      ).note,
    ).toBe(note);
  });

  it('says so where only the indentation is wrong', () => {
    const [, , , , , , , { task } = {}] = ORDERS;
    const right = task ? ORDER.solution(task, SEED) : [];
    expect(
      task &&
        ORDER.judge(
          task,
          right.map((line) => line.replace(/\d$/, '0')),
          SEED,
        ).note,
    ).toBe('The order is right. Check the indentation.');
  });

  it('is never shown as it is right', () => {
    for (const { task } of ORDERS) {
      for (let seed = 0; seed < 50; seed++) {
        const inShownOrder = task.lines.map((_, index) => String(index));
        expect(ORDER.judge({ ...task, distractors: [], checks_indentation: false }, inShownOrder, `${seed}`).isCorrect).toBe(false);
      }
    }
  });

  it.each([['0', '0'], ['9'], ['-1'], ['x'], ['0:0:0']])('refuses what is no choice of lines: %s', (...given) => {
    const task = { ...ORDER.empty(), lines: ['a', 'a'].map((text) => ({ text, group: null })) };
    expect(accepts(task, given)).toBe(false);
  });
});

describe('a match', () => {
  it.each(MATCHES.map(({ task }) => ({ name: task.pairs.map(({ left }) => left).join(', '), task })))(
    'accepts of all choices only the right ones: $name',
    ({ task }) => {
      const ask = MATCH.ask(task, SEED, (path) => path as unknown as SafeHtml);
      const written = (path: string) =>
        MATCH.texts(task)
          .find((text) => text.path === path)
          ?.text.trim();
      const wanted = task.pairs.filter(({ left }) => left !== '').map(({ right }) => right.trim());
      const choices = ['', ...ask.choices.map((_, index) => String(index))];
      const all = wanted.reduce<string[][]>((lists) => lists.flatMap((list) => choices.map((choice) => [...list, choice])), [[]]);
      const textsOf = (given: readonly string[]) =>
        given.map((choice) => (choice === '' ? '' : written(ask.choices[Number(choice)] ?? '')));
      const right = all.filter((given) => accepts(task, given));
      expect(all.length).toBeGreaterThan(WRONG);
      expect(right.map(textsOf)).toEqual([wanted]);
    },
  );

  it('says which pairs are right, and has feedback on a choice', () => {
    const task = {
      ...MATCH.empty(),
      pairs: [
        { left: 'a', right: '1' },
        { left: 'b', right: '2' },
      ],
      spares: ['3'],
    };
    const given = ['1', '3'].map((right) =>
      String(
        MATCH.ask(task, SEED, (path) => path as unknown as SafeHtml).choices.findIndex((path) =>
          MATCH.texts(task).some((text) => text.path === path && text.text === right),
        ),
      ),
    );
    const feedback = [{ answer: '3', message: 'Nobody’s' }];
    expect(MATCH.judge({ ...task, feedback }, given, SEED)).toMatchObject({
      isCorrect: false,
      parts: [true, false],
      feedback: ['feedback/0/message'],
    });
  });
});

describe('predicted output', () => {
  it.each(PREDICTS.map((sample) => ({ name: JSON.stringify(sample.rewritten), ...sample })))('is right as $name', ({ task, rewritten }) => {
    expect(PREDICT.judge(task, [rewritten], SEED)).toMatchObject({ isCorrect: true, output: task.output });
  });

  it.each(PREDICTS.map(({ task }) => ({ name: JSON.stringify(task.output), task })))('is wrong in 20 other ways than $name', ({ task }) => {
    const wrong = reallyWrong(edited((task.output ?? '').trim()), [task.output ?? '']);
    expect(wrong).toHaveLength(WRONG);
    expect(wrong.filter((typed) => accepts(task, [typed]))).toEqual([]);
  });

  it('says so where only the spaces differ', () => {
    const task = { ...PREDICT.empty(), code: 'x', output: '  *\n ***\n' };
    expect(PREDICT.judge(task, ['*\n***'], SEED)).toMatchObject({
      isCorrect: false,
      note: 'Only line breaks or spaces at the start of lines differ.',
    });
  });

  it('is never right while the code was not run', () => {
    expect(accepts({ ...PREDICT.empty(), code: 'print()' }, [''])).toBe(false);
  });
});
