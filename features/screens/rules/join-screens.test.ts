import { describe, expect, it } from 'vitest';
import { LIMITS } from '#platform/contract/limits.ts';
import { emptyScreenFields, type ScreenFields } from '../contract/screens.ts';
import { joinScreens, splitText, type JoinableScreen } from './join-screens.ts';

const NOTHING = { questions: [], skills: [], tests: [], answer_variables: [], answer_output: null };
const screen = (fields: Partial<ScreenFields>, attached: Partial<JoinableScreen['attached']> = {}): JoinableScreen => ({
  fields: { ...emptyScreenFields(), ...fields },
  attached: { ...NOTHING, ...attached },
});
const OUTPUT = { stdout: '1\n', stderr: '', images: [] };

describe('joined screens', () => {
  it.each<[string, JoinableScreen, JoinableScreen, object]>([
    [
      'have their texts in order, the second under its title',
      screen({ title: 'A', body_markdown: 'One.\n' }),
      screen({ title: 'B', body_markdown: 'Two.' }),
      { kept: 'first', fields: { title: 'A', body_markdown: 'One.\n\n## B\n\nTwo.', type: 'text' } },
    ],
    [
      'have no title that only counts',
      screen({ title: 'A', body_markdown: 'One.' }),
      screen({ title: 'A (2)', body_markdown: 'Two.' }),
      { fields: { body_markdown: 'One.\n\nTwo.' } },
    ],
    [
      'have the code of both, and no output until it runs',
      screen({ type: 'code', initial_code: 'a = 1', answer_code: 'a = 1', error_okay: true }, { answer_output: OUTPUT }),
      screen({ type: 'code', initial_code: 'print(a)', answer_code: 'print(a)', runs_after: 'all' }, { answer_output: OUTPUT }),
      {
        kept: 'first',
        fields: { type: 'code', initial_code: 'a = 1\n\nprint(a)', answer_code: 'a = 1\n\nprint(a)', error_okay: true, runs_after: null },
        answer_output: null,
      },
    ],
    [
      'keep the output of the only code',
      screen({ body_markdown: 'One.' }),
      screen({ type: 'code', answer_code: 'print(1)', runs_after: 'all' }, { answer_output: OUTPUT }),
      { kept: 'first', fields: { type: 'code', answer_code: 'print(1)', runs_after: 'all' }, answer_output: OUTPUT },
    ],
    [
      'are the second if that has more than text and code',
      screen({ title: 'A', body_markdown: 'One.' }),
      screen({ title: 'B', check_output: true, type: 'code', answer_code: 'x' }, { tests: [1] }),
      { kept: 'second', fields: { title: 'A', body_markdown: 'One.\n\n## B', check_output: true } },
    ],
  ])('%s', (_name, first, second, expected) => {
    expect(joinScreens(first, second)).toMatchObject(expected);
  });

  it('can’t both have questions, checks or tests', () => {
    expect(joinScreens(screen({}, { questions: [1] }), screen({ custom_check_code: 'x' }))).toBe('both have more');
  });

  it('can’t be longer than a screen', () => {
    const half = 'x'.repeat(LIMITS.textMax / 2 + 1);
    expect(joinScreens(screen({ body_markdown: half }), screen({ body_markdown: half }))).toBe('too long');
  });
});

describe('a split text', () => {
  const split = (body_markdown: string, line: number, title = 'A') => splitText({ title, body_markdown }, line);
  it.each([
    ['a heading', 'One\n\n## *B* ##\n\nTwo', 3, { before: 'One', title: 'B', after: 'Two' }],
    ['the paragraph with the line', 'One\n\nTwo\nthree', 4, { before: 'One', title: 'A (2)', after: 'Two\nthree' }],
    ['a heading without a blank line before it', 'One\n# B\nTwo', 3, { before: 'One', title: 'B', after: 'Two' }],
    [
      'the listing around the line',
      'One\n\n```\nx\n\ny\n```\n\nTwo',
      6,
      { before: 'One', title: 'A (2)', after: '```\nx\n\ny\n```\n\nTwo' },
    ],
    [
      'the box around the line',
      'One\n\n::: note\nx\n\ny\n:::\n\nTwo',
      6,
      { before: 'One', title: 'A (2)', after: '::: note\nx\n\ny\n:::\n\nTwo' },
    ],
  ])('starts at %s', (_name, body, line, expected) => {
    expect(split(body, line)).toEqual(expected);
  });

  it('counts on from its title', () => {
    expect(split('One\n\nTwo', 3, 'Owls (2)')?.title).toBe('Owls (3)');
    expect(split('One\n\nTwo', 3, '')?.title).toBe('');
  });

  it.each([
    ['its first paragraph', 'One\n\nTwo', 1],
    ['no text', '', 1],
    ['one paragraph', 'One\ntwo', 2],
  ])('needs more than %s', (_name, body, line) => {
    expect(split(body, line)).toBeNull();
  });

  it('is the text of the screens joined again', () => {
    const parts = split('One\n\n## B\n\nTwo', 3)!;
    const joined = joinScreens(
      screen({ title: 'A', body_markdown: parts.before }),
      screen({ title: parts.title, body_markdown: parts.after }),
    );
    expect(joined).toMatchObject({ fields: { body_markdown: 'One\n\n## B\n\nTwo' } });
  });
});
