import { NUMBER } from '#features/questions/contract/kinds/number.ts';
import type { QuestionTask, TaskKind, TaskOf } from '#features/questions/contract/kinds/tasks.ts';

/** A question and, by another way than its judge, which answers are right: for tests of the judges. */
export interface SampleTask<K extends TaskKind = TaskKind> {
  readonly task: TaskOf<K>;
  /** A right answer in another form than the author wrote it, as a learner would type it. */
  readonly rewritten: string;
}

type Fields<K extends TaskKind> = Partial<TaskOf<K>>;

function number(value: string, rewritten: string, fields: Fields<'number'> = {}): SampleTask<'number'> {
  return { rewritten, task: { ...NUMBER.empty(), value, ...fields } };
}

export const NUMBERS: readonly SampleTask<'number'>[] = [
  number('3.14', '3,14', { tolerance: '0.01' }),
  number('1000000', '1\u{202f}000\u{202f}000'),
  number('5', '5%', { unit: '%' }),
  number('9.81', '9.8 m / s^2', { unit: 'm/s²', tolerance: '0.05' }),
  number('0.75', '3/4', { allows_formula: true }),
  number('6.02e23', '6.022 · 10^23', { tolerance: '0.01', tolerance_type: 'relative' }),
  number('-2', '−2.0'),
  number('2*pi', '6.28', { allows_formula: true, tolerance: '0.01' }),
  number('19.99', '$19.99', { unit: '$' }),
  number('1234.5', '1,234.50'),
];

function text(rewritten: string, ...answers: TaskOf<'text'>['answers']): SampleTask<'text'> {
  return { rewritten, task: { kind: 'text', answers, feedback: [] } };
}

export const TEXTS: readonly SampleTask<'text'>[] = [
  text('New  york ', { text: 'New York', match: 'ignore-case' }),
  text('cafe\u{301}', { text: 'café', match: 'exact' }),
  text(' len', { text: 'len', match: 'exact' }),
  text('STRASSE', { text: 'Straße', match: 'ignore-case' }),
  text('colour', { text: 'color', match: 'ignore-case' }, { text: 'colour', match: 'ignore-case' }),
  text('a\u{a0}list', { text: 'a list', match: 'ignore-case' }),
  text('DataFrame', { text: 'dataframe', match: 'ignore-case' }),
  text('Σίσυφος', { text: 'ΣΊΣΥΦΟΣ', match: 'ignore-case' }),
  text('import   numpy', { text: 'import numpy', match: 'exact' }),
  text('東京\u{3000}', { text: '東京', match: 'exact' }),
];

function blanks(text: string, rewritten: string, fields: Fields<'blanks'> = {}): SampleTask<'blanks'> {
  return { rewritten, task: { kind: 'blanks', text, is_code: false, match_case: false, feedback: [], ...fields } };
}

/** The answers of gaps are separated by bars. */
export const BLANKS_TASKS: readonly SampleTask<'blanks'>[] = [
  blanks('A list is [[mutable|changeable]], a tuple is [[immutable]].', 'changeable|IMMUTABLE'),
  blanks('for i in [[range(10)]]:\n    print([[i]])', 'range( 10 )|i', { is_code: true, match_case: true }),
  blanks('Pi is about [[#3.14 ± 0.01]].', '3,14'),
  blanks('[[>Mercury|Venus|Mars]] is closest to the sun, then comes [[>Venus|Earth]].', 'Mercury|Venus'),
  blanks('x <- \\[[c(1, 2)]]; y <- [[c(1, 2)]]', 'c(1,2)', { is_code: true, match_case: true }),
  blanks('SELECT [[name]] FROM [[people]];', 'NAME|People', { is_code: true }),
  blanks('first = items[[[0]]]', '[ 0 ]', { is_code: true, match_case: true }),
  blanks('Water boils at [[#100]] °C, or [[#373.15 +/- 0.02]] K.', '100.0|373.16'),
  blanks('The capital of France is [[Paris]] and it has [[>many|no]] museums.', ' paris |many'),
  blanks('df.[[groupby("a b")]].[[mean()]]', 'groupby( "a b" )|mean( )', { is_code: true, match_case: true }),
];

export interface OrderSample extends SampleTask<'order'> {
  /** Every right order: the lines as learners see them, with their level of indentation where it counts. */
  readonly accepted: readonly string[][];
}

/** A digit before a line is its group. */
function order(lines: string[], accepted: string[][], fields: Fields<'order'> = {}): OrderSample {
  const plain = { distractors: [], checks_indentation: false, is_code: true, accepts_other_orders: false, feedback: [] };
  const parsed = lines.map((line) => {
    const [, group, text = ''] = /^(\d )?(.*)$/s.exec(line) ?? [];
    return { text, group: group === undefined ? null : Number(group) };
  });
  return { rewritten: '', accepted, task: { kind: 'order', lines: parsed, ...plain, ...fields } };
}

export const ORDERS: readonly OrderSample[] = [
  order(['a', 'b', 'c', 'd'], [['a', 'b', 'c', 'd']]),
  order(
    ['1 a', '1 b', 'c', 'd'],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'a', 'c', 'd'],
    ],
  ),
  order(
    ['a', '1 b', '1 c', 'd'],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'c', 'b', 'd'],
    ],
    { distractors: ['e'] },
  ),
  order(
    ['1 a', '1 b', '2 c', '2 d'],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'a', 'c', 'd'],
      ['a', 'b', 'd', 'c'],
      ['b', 'a', 'd', 'c'],
    ],
  ),
  order(['a', 'b', 'a', 'c'], [['a', 'b', 'a', 'c']]),
  order(['{', 'x', '}', '}'], [['{', 'x', '}', '}']]),
  order(
    ['for i in x:', '    f(i)', '', 'g()'],
    [
      ['0:for i in x:', '1:f(i)', '0:g()'],
      ['0:for i in x:', '2:f(i)', '0:g()'],
    ],
    { checks_indentation: true },
  ),
  order(
    ['if a:', '\tf()', 'else:', '\tg()'],
    ['11', '12', '21', '22'].map(([f, g]) => ['0:if a:', `${f}:f()`, '0:else:', `${g}:g()`]),
    { checks_indentation: true },
  ),
  order(['def f():', '  1 x', '  if x:', '    y'], [['0:def f():', '1:1 x', '1:if x:', '2:y']], { checks_indentation: true }),
  order(['Boil water', 'Add tea', 'Wait'], [['Boil water', 'Add tea', 'Wait']], { is_code: false, distractors: ['Freeze it'] }),
];

function match(pairs: Readonly<Record<string, string>>, ...spares: string[]): SampleTask<'match'> {
  const sides = Object.entries(pairs).map(([left, right]) => ({ left, right }));
  return { rewritten: '', task: { kind: 'match', pairs: sides, spares, feedback: [] } };
}

export const MATCHES: readonly SampleTask<'match'>[] = [
  match({ Paris: 'France', Rome: 'Italy', Oslo: 'Norway' }),
  match({ Paris: 'France', Rome: 'Italy' }, 'Norway', 'Spain', 'Peru'),
  match({ '`1`': 'int', '`1.5`': 'float', '`2`': 'int' }),
  match({ a: '1', b: '2', c: '3', d: '4' }),
  match({ a: 'x', b: 'x', c: 'y' }, 'z'),
  match({ '$x^2$': '$2x$', '$x^3$': '$3x^2$' }, '$x$', '$3x$', '$2$'),
  match({ SELECT: 'reads', INSERT: 'adds', DELETE: 'removes' }, 'locks'),
  match({ dog: '**bark**', cat: '*meow*' }, 'moo', 'neigh', 'oink'),
  match({ '': '', mean: 'center', sd: 'spread', n: 'size' }),
  match({ one: ' 1 ', two: '2', three: '3', four: '4', five: '5' }),
];

function predict(output: string, rewritten: string): SampleTask<'predict'> {
  return { rewritten, task: { kind: 'predict', code: 'print()', output, feedback: [] } };
}

export const PREDICTS: readonly SampleTask<'predict'>[] = [
  predict('5\n', '5'),
  predict('0\n1\n2\n', '0 \n1 \n2'),
  predict('[1, 2, 3]\n', '  [1, 2, 3]'),
  predict('Hello  world\n', 'Hello world'),
  predict('\nx\n\n', 'x'),
  predict('  *\n ***\n*****\n', '  *\r\n ***\r\n*****\r\n'),
  predict('[1] 4 5 6\n', '[1]  4  5  6'),
  predict('a\tb\n', 'a b'),
  predict("{'a': 1}\n", "{'a': 1}\n\n"),
  predict('cafe\u{301}\nTrue\n', 'café\nTrue'),
];

/** One of each kind, for tests of what happens to every kind. */
export const ONE_OF_EACH: readonly QuestionTask[] = [NUMBERS, TEXTS, BLANKS_TASKS, ORDERS, MATCHES, PREDICTS].flatMap((all) =>
  all.slice(0, 1).map(({ task }) => task),
);
