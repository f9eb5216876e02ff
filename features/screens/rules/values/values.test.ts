import { describe, expect, it } from 'vitest';
import { NUMBER } from '#features/questions/contract/kinds/number.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { emptyScreenFields, type QuestionFields } from '../../contract/screens.ts';
import { type Draw, drawsOf, parseValues } from './draw-values.ts';
import { drawFields, drawFirst, drawQuestion, drawText, unknownNames } from './fill-in-values.ts';
import { tryDraws, tryValues } from './try-values.ts';

const FIVE: Draw = new Map<string, string | number>([
  ['n', 5],
  ['price', 0.1],
  ['city', 'Oslo'],
]);
const drawnBy = (text: string) => drawsOf(text, 100);
const valuesOf = (text: string, name: string) => new Set(drawnBy(text).map((draw) => draw.get(name)));

describe('drawing values', () => {
  it.each([
    ['n = 3..5', [3, 4, 5]],
    ['n = 1.5..2 step 0.25', [1.5, 1.75, 2]],
    ['n = 0..0.3 step 0.1', [0, 0.1, 0.2, 0.3]],
    ['n = -1..1', [-1, 0, 1]],
    ['n = "Oslo" | "Rome"', ['Oslo', 'Rome']],
    ["n = 'a' | 2 | 1 + 2", ['a', 2, 3]],
    ['# counted\n\n  n = 1..2  ', [1, 2]],
    ['a = 2\nn = a..a + 1', [2, 3]],
    ['i = 1..2\nn = choose(i, "Norway", "Italy")', ['Norway', 'Italy']],
    ['n = 7', [7]],
  ])('draws %s', (text, all) => {
    expect(valuesOf(text, 'n')).toEqual(new Set(all));
  });

  it('repeats, whatever comments the values have, and more draws start with the same ones', () => {
    const text = 'n = 1..1000\nm = n + 1';
    expect(drawsOf(text, 3)).toEqual(drawsOf(text, 20).slice(0, 3));
    expect(drawsOf(`# As before\n\n${text}`, 3)).toEqual(drawsOf(text, 3));
    expect(drawsOf(text, 1)[0]?.get('m')).toBe(Number(drawsOf(text, 1)[0]?.get('n')) + 1);
  });

  it('leaves out what can’t be calculated', () => {
    expect(valuesOf('n = -1..1\nm = 6 / n', 'n')).toEqual(new Set([-1, 1]));
    expect(drawnBy('n = m')).toEqual([]);
    expect(drawnBy('n = 1..2\nnothing')).toEqual([]);
    expect(drawnBy('')).toEqual([]);
  });
});

describe('invalid lines', () => {
  it.each([
    ['3..9', 'Write a name, = and its value, such as n = 3..9.'],
    ['n == 3', 'Write a name, = and its value, such as n = 3..9.'],
    ['a b = 3', 'Write a name, = and its value, such as n = 3..9.'],
    ['a! = 3', 'Write a name, = and its value, such as n = 3..9.'],
    [`${'n'.repeat(41)} = 3`, 'Write a name, = and its value, such as n = 3..9.'],
    ['n = 1\nn = 2', '“n” is already defined above.'],
    ['step = 2', '“step” can’t be a name: it belongs to ranges.'],
    ['n = "a', '“"a” can’t be read.'],
    [`n = ${'1+'.repeat(300)}1`, 'The formula is longer than 500 characters.'],
    ['n = 1..2 step 0', 'The step of a range must be more than zero.'],
    ['n = 5..1', 'The range from 5 to 1 is empty.'],
    ['n = "a".."b"', 'A range needs numbers. Write texts as "a" | "b".'],
    ['n = 1..1e9', 'A range can have at most 1,000,000 numbers.'],
    ['n = 1..2..3', '“..” is not expected here.'],
    ['n =', 'The formula is incomplete.'],
    ['n = m', 'There is no value “m”.'],
  ])('reports %s', (text, message) => {
    expect(tryValues(text).problems).toEqual([{ line: text.split('\n').length, message }]);
  });

  it('report a problem that only some draws have', () => {
    const { problems, different } = tryValues('n = 0..1\nm = 1 / n');
    expect(problems).toEqual([{ line: 2, message: expect.stringMatching(/^It divides by zero\. \(In \d+ of 100 draws\.\)$/) as string }]);
    expect(different).toBe(1);
  });

  it('draw large whole numbers as they are', () => {
    const draws = drawsOf('id = 1000000000001..1000000000005', 5).map((draw) => Number(draw.get('id')));
    expect(draws.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5].map((last) => 1_000_000_000_000 + last));
  });

  it('report the first fifty lines of a text that isn’t about values', () => {
    expect(tryValues('Draw me\n'.repeat(2_000)).problems).toHaveLength(50);
  });

  it('report the thirty-first value', () => {
    const text = Array.from({ length: 40 }, (_, at) => `n${at} = 1`).join('\n');
    expect(parseValues(text).problems).toEqual([{ line: 31, message: 'A screen can have at most 30 values.' }]);
  });
});

describe('putting values into a text', () => {
  it.each([
    ['{{ n }} {{n*2}}', '5 10'],
    ['In {{city}}: {{ fixed(price, 2) }} {{ price * 3 }}', 'In Oslo: 0.10 0.3'],
    ['\\frac{{{n}}}{2}', '\\frac{5}{2}'],
    ['{{ m }} {{ 3 }} {{ n.x }} {% n %} {n} {{}}', '{{ m }} {{ 3 }} {{ n.x }} {% n %} {n} {{}}'],
    ['{{ n + m }} {{ n / 0 }}', '{{ n + m }} {{ n / 0 }}'],
    ['{{ "}" + n }}', '{{ "}" + n }}'],
  ])('renders %s', (text, drawn) => {
    expect(drawText(text, FIVE)).toBe(drawn);
  });

  it('reports what can’t be calculated', () => {
    const problems: string[] = [];
    drawText('{{ n / 0 }} {{ m }} {{ n + m }}', FIVE, (problem) => problems.push(problem));
    expect(problems).toEqual([
      '{{ n / 0 }} can’t be calculated. It divides by zero.',
      '{{ n + m }} can’t be calculated. There is no value “m”.',
    ]);
  });

  it('stops after 2,000 placeholders, and says so once', () => {
    const problems: string[] = [];
    const drawn = drawText('{{n}}'.repeat(3_000), FIVE, (problem) => problems.push(problem));
    expect(drawn).toBe('5'.repeat(2_000) + '{{n}}'.repeat(1_000));
    expect(problems).toEqual(['Only the first 2,000 places in braces of a text are filled in.']);
  });

  it('stops at the longest text', () => {
    const long: Draw = new Map([['n', 'x'.repeat(200)]]);
    const text = 'a'.repeat(LIMITS.textMax - 500) + '{{n}}'.repeat(5);
    expect(drawText(text, long).length).toBeLessThanOrEqual(LIMITS.textMax);
  });

  it('finds names that are no values, alone and in formulas', () => {
    const text = '{{ n }} {{ m }} {{ round(k - l) }} {{ n + m }} {{ 3 }} {{ a.b }} {{ a | b }} {{ a ? b : c }} {{ f(a) }} {{ a == b }}';
    expect(unknownNames(text, FIVE)).toEqual([
      { name: 'm', start: 8, end: 15 },
      { name: 'k', start: 16, end: 34 },
    ]);
    expect(unknownNames('{{ m }}'.repeat(2_001), FIVE)).toHaveLength(2_000);
  });
});

describe('a drawn screen', () => {
  const fields = {
    ...emptyScreenFields('code'),
    values: 'n = 5',
    body_markdown: 'Add {{n}}',
    answer_code: '{{n}} + 1',
    check_output: true,
  };

  it('has the values in every text, and no definitions left', () => {
    expect(drawFields(fields, FIVE, true)).toEqual({ ...fields, values: '', body_markdown: 'Add 5', answer_code: '5 + 1' });
    expect(drawFields(fields, FIVE, false).dynamic_answer).toBe(true);
    expect(drawFirst(fields)).toEqual({ ...fields, body_markdown: 'Add 5', answer_code: '5 + 1' });
  });

  it('stays the same object if it has no values', () => {
    const plain = { ...fields, values: '' };
    expect(drawFirst(plain)).toBe(plain);
  });

  it('has answers that are formulas', () => {
    const task = {
      kind: 'number',
      value: 'n * 2',
      tolerance: '',
      tolerance_type: 'absolute',
      unit: '{{city}}',
      allows_formula: false,
    } as const;
    const asked = drawQuestion(
      { question: '{{n}} × 2?', task: { ...task, feedback: [{ answer: '{{n}}', message: 'Twice {{n}}' }] } },
      FIVE,
    );
    expect(asked).toEqual({
      question: '5 × 2?',
      task: { ...task, value: '10', unit: 'Oslo', feedback: [{ answer: '5', message: 'Twice 5' }] },
    });
  });

  it.each([
    ['n / 3', '5/3', true],
    ['n / 3', '1.6666666666666667', true],
    ['n / 3', '1.66666666667', true],
    ['n / 3', '1.6666666666', false],
    ['2 * pi * n', '10π', true],
    ['n * 1000000000001', '5000000000005', true],
    ['n * 1000000000001', '5000000000004', false],
  ])('has the answer %s, and that %s is right is %s', (value, typed, isRight) => {
    const asked = { question: '', task: { ...NUMBER.empty(), value, allows_formula: true, feedback: [] } };
    const { task } = drawQuestion(asked, FIVE);
    expect(NUMBER.judge(task, [typed], '').isCorrect).toBe(isRight);
  });

  it('keeps code whose output was recorded, and says so', () => {
    const task = { kind: 'predict', code: 'print({{n}})', output: '{{n}}', feedback: [{ answer: '{{n}}', message: '' }] } as const;
    const problems: string[] = [];
    const asked = { question: '', task: { ...task, feedback: [...task.feedback] } };
    expect(drawQuestion(asked, FIVE, (problem) => problems.push(problem)).task).toEqual({
      ...task,
      feedback: [{ answer: '5', message: '' }],
    });
    expect(problems).toEqual([expect.stringContaining('stays as it is')]);
  });
});

describe('trying a screen', () => {
  const choice = (labels: string[]): QuestionFields => ({
    question: 'Which?',
    select_type: 'single',
    answer_options: labels.map((label, at) => ({ label, feedback_message: '', valid: at === 0, skill_id: null })),
  });
  const found = (values: string, fields: object, questions: QuestionFields[] = []) =>
    tryDraws({ fields: { ...emptyScreenFields('code'), values, ...fields }, questions }, tryValues(values).draws);

  it('finds nothing where every draw is fine', () => {
    expect(found('n = 2..9', { body_markdown: '{{n}}' }, [choice(['{{n}}', '{{n + 1}}'])])).toEqual([]);
  });

  it('finds options, answers and initial code that become equal', () => {
    const number = { kind: 'number', value: '2 * n', tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: false } as const;
    const asked = { ...choice([]), task: { ...number, feedback: [{ answer: '4', message: '' }] } };
    const messages = found('n = 2..3', { initial_code: '{{n}}', answer_code: '2' }, [choice(['{{n}}', '2']), asked]);
    expect(messages.map((each) => ({ ...each, message: each.message.replace(/\d+ of/, '… of') }))).toEqual([
      { in: { field: 'initial_code' }, message: 'The initial code is the answer. (In … of 100 draws.)' },
      { in: { question: 0 }, message: 'Options 1 and 2 are the same. (In … of 100 draws.)' },
      {
        in: { question: 1 },
        message: 'Wrong answer 1 is within the tolerance, so it counts as right. (In … of 100 draws.)',
      },
    ]);
  });

  it('finds formulas without a result', () => {
    expect(found('n = 2', { hint_markdown: '{{ n / 0 }}' })).toEqual([
      { in: { field: 'hint_markdown' }, message: '{{ n / 0 }} can’t be calculated. It divides by zero.' },
    ]);
  });
});
