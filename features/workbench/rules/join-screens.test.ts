import { describe, expect, it } from 'vitest';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { type JoinableScreen, JOINING, joinScreens } from './join-screens.ts';

const [FIRST, SECOND, EARLIER] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [string, string, string];
const NOTHING = { folder: 'screen', questions: [], skills: [], tests: [], answer_variables: [], answer_output: null };
const OUTPUT = { stdout: '1\n', stderr: '', images: [] };
const QUESTION = { uuid: EARLIER, question: 'Why?', select_type: 'single' as const, options: [], task: null, skill_uuid: null };

type Made = Partial<ScreenFields> & Partial<Pick<JoinableScreen, 'questions' | 'answer_output'>>;

function join(one: Made, other: Made) {
  const screen = (uuid: string, sequence: number, { questions = [], answer_output = null, ...fields }: Made): JoinableScreen => ({
    ...NOTHING,
    uuid,
    sequence,
    questions,
    answer_output,
    fields: { ...emptyScreenFields(), ...fields },
  });
  return joinScreens(screen(FIRST, 2, one), screen(SECOND, 3, other));
}

function joined(one: Made, other: Made) {
  const result = join(one, other);
  if ('refused' in result) throw new Error(result.refused);
  return { kept: result.kept, ...result.screen, ...result.screen.fields };
}

const code = (fields: Made): Made => ({ type: 'code', ...fields });

describe('joined screens', () => {
  it.each<[string, Made, Made, object]>([
    [
      'have their texts in order, the second under its title',
      { title: 'A', body_markdown: 'One.\n' },
      { title: 'B', body_markdown: 'Two.' },
      { kept: 'first', title: 'A', body_markdown: 'One.\n\n## B\n\nTwo.', type: 'text' },
    ],
    [
      'have no title that only counts',
      { title: 'A', body_markdown: 'One.' },
      { title: 'A (2)', body_markdown: 'Two.' },
      { body_markdown: 'One.\n\nTwo.' },
    ],
    [
      'show a title as it is',
      { title: 'A', body_markdown: 'One.' },
      { title: 'C # and *d* #' },
      {
        body_markdown: String.raw`One.

## C \# and \*d\* \#`,
      },
    ],
    [
      'have both hints and prompts',
      { hint_markdown: 'a', chat_prompt: 'c' },
      { hint_markdown: 'b', chat_prompt: 'd' },
      { hint_markdown: 'a\n\nb', chat_prompt: 'c\n\nd' },
    ],
    [
      'have the code of both, and no output until it runs',
      code({ initial_code: 'a = 1', answer_code: 'a = 1', answer_output: OUTPUT }),
      code({ initial_code: 'print(a)', answer_code: 'print(a)', answer_output: OUTPUT }),
      { kept: 'first', type: 'code', initial_code: 'a = 1\n\nprint(a)', answer_code: 'a = 1\n\nprint(a)', answer_output: null },
    ],
    ['have the lines of both inputs', code({ inputs: '1\n ' }), code({ inputs: '\n2' }), { inputs: '1\n \n\n2' }],
    ['have no line between inputs that end one', code({ inputs: '1\n' }), code({ inputs: '2\n' }), { inputs: '1\n2\n' }],
    [
      'keep the output of the only code',
      { body_markdown: 'One.' },
      code({ answer_code: 'print(1)', answer_output: OUTPUT }),
      { kept: 'first', type: 'code', answer_code: 'print(1)', answer_output: OUTPUT },
    ],
    [
      'are the second if that has questions or checks',
      { title: 'A', body_markdown: 'One.' },
      code({ title: 'B', check_output: true, answer_code: 'x', questions: [QUESTION] }),
      { kept: 'second', title: 'A', body_markdown: 'One.\n\n## B', check_output: true, questions: [QUESTION] },
    ],
    [
      'are experimental, dynamic and tolerant if one is',
      code({ is_experimental: true, error_okay: true }),
      code({ dynamic_answer: true, initially_passing: true }),
      { is_experimental: true, error_okay: true, dynamic_answer: true, initially_passing: true },
    ],
    [
      'have no settings of code that isn’t shown',
      { is_experimental: true, solution_after: 3 },
      code({}),
      { is_experimental: false, solution_after: null },
    ],
    ['show the solution after as many tries as one does', code({}), code({ solution_after: 3 }), { solution_after: 3 }],
    [
      'run the display code as its screen does',
      code({}),
      code({ display_code: 'x', should_run_display_code: true }),
      { should_run_display_code: true },
    ],
    [
      'stay takeaways',
      { type: 'takeaways', body_markdown: 'a' },
      { type: 'takeaways', body_markdown: 'b' },
      { type: 'takeaways', body_markdown: 'a\n\nb' },
    ],
    [
      'run after what either does, but not after themselves',
      code({ runs_after: [EARLIER] }),
      code({ runs_after: [FIRST, EARLIER] }),
      { runs_after: [EARLIER] },
    ],
    ['run after nothing if one ran after the other', code({}), code({ runs_after: [FIRST] }), { runs_after: null }],
    ['run after all code if one does', code({}), code({ runs_after: 'all' }), { runs_after: 'all' }],
    ['start as the only code does', { body_markdown: 'One.' }, code({ starts_from: EARLIER }), { starts_from: EARLIER }],
    ['have the values of one', { body_markdown: '{{ n }}', values: 'n = 1..3' }, { body_markdown: 'Two' }, { values: 'n = 1..3' }],
  ])('%s', (_name, one, other, expected) => {
    expect(joined(one, other)).toMatchObject(expected);
  });

  it.each<[string, Made, Made, string]>([
    [
      'checks on both',
      { questions: [QUESTION] },
      code({ custom_check_code: 'x' }),
      'Screen 2 has questions, and screen 3 has “Custom check”.',
    ],
    ['an empty deploy script on both', code({ remote_run_code: '' }), code({ remote_run_code: '' }), '“Remote run code”'],
    ['takeaways with something else', { type: 'takeaways' }, {}, 'takeaways can only be joined with takeaways'],
    [
      'code that isn’t shown with code',
      { answer_code: 'x' },
      code({}),
      'Screen 2 is a text screen with code that isn’t shown: Answer code.',
    ],
    [
      'a check that isn’t shown with code',
      code({}),
      { format_code_run: 'x' },
      'Screen 3 is a text screen with code that isn’t shown: Format code.',
    ],
    ['code that starts elsewhere with code', code({}), code({ starts_from: FIRST }), 'Screen 3 starts from the code of another screen.'],
    [
      'display code that runs with one that doesn’t',
      code({ display_code: 'x', should_run_display_code: true }),
      code({ display_code: 'y' }),
      'differ in “Run the display code before the code”',
    ],
    ['other tries before the solution', code({ solution_after: 2 }), code({ solution_after: 3 }), 'differ in “Solution after”'],
    ['other values', { values: 'n = 1..3' }, { values: 'n = 1..4' }, 'differ in “Values”'],
    [
      'a name in braces with a value of this name',
      { values: 'n = 1..3' },
      { body_markdown: '{{ n }}' },
      'a name in braces would become a value',
    ],
    ['a listing without an end', { body_markdown: '```\nx' }, { body_markdown: 'Two' }, 'Learn of screen 2 ends in a listing or box'],
    ['the same footnote', { body_markdown: 'a[^1]\n\n[^1]: b' }, { body_markdown: 'c[^1]\n\n[^1]: d' }, 'defines [^1]'],
    [
      'a text that is too long',
      { body_markdown: 'x '.repeat(LIMITS.textMax / 4 + 1) },
      { body_markdown: 'x '.repeat(LIMITS.textMax / 4 + 1) },
      'Learn of both screens together is too long',
    ],
  ])('can’t have %s', (_name, one, other, sentence) => {
    expect(join(one, other)).toEqual({ refused: expect.stringContaining(sentence) });
  });

  it('decide about every field', () => {
    expect(Object.keys(JOINING)).toEqual(Object.keys(SCREEN_FIELD_LABELS));
  });

  // What a new field may be: a screen with only this field, joined with an empty one of its type, keeps it on either side.
  it.each(Object.keys(JOINING) as (keyof ScreenFields)[])('keep %s of either screen', (field) => {
    const value = FILLED[field];
    const needed: Made = field === 'should_run_display_code' ? { display_code: 'x' } : {};
    const filled = code({ ...needed, ...NEEDED[field], [field]: value });
    // Two screens with code can't start elsewhere.
    const other = field === 'starts_from' ? {} : code({});
    expect(joined(filled, other)[field]).toEqual(value);
    expect(joined(other, filled)[field]).toEqual(value);
  });
});

/** What some fields are settings of. */
const NEEDED: Partial<Record<keyof ScreenFields, Made>> = {
  unit_test_framework: { unit_test_code: 'x' },
  unit_test_module: { unit_test_code: 'x' },
  unit_test_shows: { unit_test_code: 'x' },
  remote_run_only: { remote_run_code: '' },
  check_scope: { check_val: 'x' },
};

const FILLED: { readonly [F in keyof ScreenFields]: ScreenFields[F] } = {
  ...(Object.fromEntries(Object.keys(SCREEN_FIELD_LABELS).map((field) => [field, 'x'])) as unknown as ScreenFields),
  type: 'code',
  values: 'n = 1',
  should_run_display_code: true,
  unit_test_framework: 'pytest',
  unit_test_module: 'x.py',
  unit_test_shows: 'name',
  remote_run_only: true,
  is_experimental: true,
  error_okay: true,
  dynamic_answer: true,
  check_output: true,
  check_scope: 'cmd',
  initially_passing: true,
  runs_after: [EARLIER],
  starts_from: EARLIER,
  solution_after: 4,
};
