import { describe, expect, it } from 'vitest';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { BLANKS_TASKS, MATCHES, NUMBERS, ORDERS, PREDICTS, TEXTS } from '#testing/questions/sample-tasks.ts';
import { arrangements, edited, reallyWrong, WRONG, wrongNumbers } from '#testing/questions/wrong-answers.ts';
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
function accepts(task: QuestionTask, given: Given): boolean {
  return kindOf(task).judge(task, given, SEED).isCorrect;
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
    const wrong = wrongNumbers(value, tolerance).map((each) => `${each} ${task.unit}`);
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
    ['x = [[1, 2], [3]]', ['Gap 1 has unmatched brackets. Write \\[[ for brackets that aren’t a gap.']],
    [
      '[[>a]] [[#x]] [[]]',
      ['Gap 1 needs at least two choices.', 'Gap 2 asks for a number, but “x” isn’t one.', 'Gap 3 accepts no answer yet.'],
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

  it.each<[string, string[], string | null]>([
    ['another order', ['0:b', '0:a', '1:c'], 'b\na\n    c\n'],
    ['other indentation', ['0:a', '1:b', '0:c'], 'a\n    b\nc\n'],
    ['the right order', ['0:a', '0:b', '1:c'], null],
    ['a missing line', ['0:b', '0:a'], null],
    ['a line that belongs nowhere', ['0:b', '0:a', '1:c', '0:e'], null],
    ['a line in place of another', ['0:b', '0:a', '1:e'], null],
    ['nothing', [], null],
  ])('is a program where other orders are accepted: %s', (_, lines, program) => {
    const written = ['a', 'b', '  c'].map((text) => ({ text, group: null }));
    const strict = { ...ORDER.empty(), lines: written, distractors: ['e'], checks_indentation: true };
    const task = { ...strict, accepts_other_orders: true };
    const shown = ORDER.ask(task, SEED, String as unknown as () => SafeHtml).lines;
    const given = lines.map((line) => `${shown.indexOf(line.slice(2))}:${line[0]}`);
    expect(ORDER.program?.(task, given, SEED)).toBe(program);
    expect(ORDER.program?.(strict, given, SEED)).toBeNull();
    // Only a run knows whether a mutant with all lines is wrong.
    const mutants = ORDER.mutants(task, SEED);
    expect(mutants.length).toBeGreaterThan(0);
    expect(mutants.every((mutant) => ORDER.program?.(task, mutant, SEED) === null)).toBe(true);
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

describe('hostile contents', () => {
  const long = 'a'.repeat(1_000);
  const HOSTILE = ['1e400', '-1e400', '9'.repeat(10_000), '²'.repeat(10_000), 'ﷺ'.repeat(1_000), '\u{202e}ж', '\ud800', '\0', '\u{200b}'];

  it.each(HOSTILE.map((typed) => ({ name: JSON.stringify(typed.slice(0, 8)), typed })))(
    '$name is a wrong answer to everything',
    ({ typed }) => {
      for (const { task } of ALL) expect(accepts(task, Array<string>(3).fill(typed))).toBe(false);
    },
  );

  it.each<{ what: string; task: QuestionTask }>([
    { what: 'a text of invisible characters', task: { ...TEXT.empty(), answers: [{ text: '\u{200b}\u{202e}', match: 'exact' }] } },
    { what: 'a gap of invisible characters', task: { ...BLANKS.empty(), text: '[[\u{200b}]]' } },
    { what: 'an output of invisible characters', task: { ...PREDICT.empty(), code: 'x', output: '\u{200b}\n' } },
    { what: 'a right side of invisible characters', task: { ...MATCH.empty(), pairs: [{ left: 'a', right: '\u{200b}' }] } },
    { what: 'an infinite number', task: { ...NUMBER.empty(), value: '1e400' } },
    {
      what: 'an infinite tolerance',
      task: { ...NUMBER.empty(), value: '1e308', tolerance: '1e308', tolerance_type: 'relative' },
    },
  ])('$what can’t be answered, and is reported', ({ task }) => {
    expect(kindOf(task).isAnswerable(task)).toBe(false);
    expect(kindOf(task).warnings(task)).not.toEqual([]);
  });

  it('shows choices once that look the same', () => {
    const pairs = ['x', 'x\u{200b}', 'e\u{301}', 'é'].map((right, at) => ({ left: `${at}`, right }));
    const { choices } = MATCH.ask({ ...MATCH.empty(), pairs }, SEED, String as unknown as () => SafeHtml);
    expect(choices).toHaveLength(2);
  });

  // Each took seconds.
  it.each<{ what: string; task: QuestionTask; given: string[] }>([
    {
      what: 'a hundred gaps with a hundred answers',
      task: { ...BLANKS.empty(), text: `[[${'a|'.repeat(95)}b]]`.repeat(100) },
      given: Array<string>(100).fill('’'.repeat(1_000)),
    },
    {
      what: 'a hundred long answers',
      task: { ...TEXT.empty(), answers: Array.from({ length: 100 }, () => ({ text: `${long}b`, match: 'ignore-case' as const })) },
      given: [long],
    },
    {
      what: 'a hundred patterns',
      task: { ...TEXT.empty(), answers: Array.from({ length: 100 }, () => ({ text: '*a'.repeat(400), match: 'wildcards' as const })) },
      given: [`${long.slice(0, 399)}b`],
    },
  ])('$what are judged in moments', ({ task, given }) => {
    expect(accepts(task, given)).toBe(false);
    expect(
      kindOf(task)
        .mutants(task, SEED)
        .filter((mutant) => accepts(task, mutant)),
    ).toEqual([]);
  });

  // It took six seconds.
  it('reads each spare choice once for warnings', () => {
    const pairs = Array.from({ length: 100 }, (_, at) => ({ left: `${at}`, right: `${at}` }));
    const spares = Array.from({ length: 100 }, () => 'e\u{301}'.repeat(10_000));
    expect(MATCH.warnings({ ...MATCH.empty(), pairs, spares })).toEqual([]);
  });

  it('warns of a number that is read with a decimal comma', () => {
    expect(NUMBER.warnings({ ...NUMBER.empty(), value: '1,000' })).toEqual([
      '“1,000” is read as 1, not as 1000. Write it without a comma.',
    ]);
    expect(BLANKS.warnings({ ...BLANKS.empty(), text: '[[#1,000]]' })).toEqual([
      'Gap 1: “1,000” is read as 1, not as 1000. Write it without a comma.',
    ]);
  });
});
