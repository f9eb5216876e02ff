import { describe, expect, it } from 'vitest';
import { cutsOf, isClosedMarkdown, usedLabels } from './markdown-cuts.ts';

const startsOf = (source: string) => cutsOf(source)?.cuts.map(({ start }) => source.slice(start).split('\n', 1)[0]);

describe('the places where a text can be cut', () => {
  it.each<[string, string, string[]]>([
    ['paragraphs and headings', 'One\n\nTwo\nthree\n# B\nFour', ['One', 'Two', '# B', 'Four']],
    ['an underlined heading', 'One\n\nB\n===\nTwo', ['One', 'B', 'Two']],
    ['a listing', '```\nx\n\n# y\n```\n```\nz\n```', ['```', '```']],
    ['an indented listing', 'One\n\n    x\n\n    y\n\nTwo', ['One', '    x', 'Two']],
    ['a list', '- a\n\n  b\n\n- c\n\nTwo', ['- a', 'Two']],
    ['a box with a box', '::: note\nx\n\n:::: tip\ny\n::::\n\nz\n:::\n\nTwo', ['::: note', 'Two']],
    ['a formula', '$$\na\n\n= b\n$$\n\nTwo', ['$$', 'Two']],
    ['definitions', 'Owl\n: A bird\n\n: An animal\n\nTwo', ['Owl', 'Two']],
    ['a table', '| a |\n| - |\n| b |\n\nTwo', ['| a |', 'Two']],
    ['a quotation', '> One\n>\n> Two\n\nThree', ['> One', 'Three']],
    ['an HTML element', '<details>\n\nOne\n\n</details>\n\nTwo', ['<details>', 'Two']],
    ['a footnote', 'One[^n]\n\n[^n]: Note\n\n    More\n\nTwo', ['One[^n]', 'Two']],
  ])('are around %s', (_name, source, starts) => {
    expect(startsOf(source)).toEqual(starts);
  });

  it('count characters and lines, whatever ends them', () => {
    expect(cutsOf('One\r\n\r\nTwo\rthree\r\r# B')?.cuts).toEqual([
      { start: 0, line: 1, heading: null },
      { start: 7, line: 3, heading: null },
      { start: 18, line: 6, heading: { text: 'B', isPlain: true, end: Infinity } },
    ]);
  });

  it.each([
    ['# An *owl*', 'An owl', false],
    ['# `x` and $y$', 'x and $y$', false],
    ['# [Owls](b) #', 'Owls', false],
    [String.raw`# a\_b #`, 'a_b', true],
    ['B\n---', 'B', true],
  ])('know the words of the heading %s', (source, text, isPlain) => {
    expect(cutsOf(source)?.cuts[0]?.heading).toMatchObject({ text, isPlain });
  });

  it('are none in a text that is too expensive', () => {
    expect(cutsOf('x'.repeat(400_001))).toBeNull();
  });
});

it.each<[string, boolean]>([
  ['One', true],
  ['- a\n- b', true],
  ['Owl\n: A bird', true],
  ['> One', true],
  ['```\nx\n```', true],
  ['```\nx', false],
  ['::: note\nx', false],
  ['<details>\n\nOne', false],
  ['<!-- One', false],
])('what follows %j is its own: %s', (source, isClosed) => {
  expect(isClosedMarkdown(source)).toBe(isClosed);
});

it('knows the labels that a text defines, and those that it may use', () => {
  expect(cutsOf('[Owl  book]: b\n\n[^n]: Note')?.labels).toEqual(new Set(['OWL BOOK', '^n']));
  expect(usedLabels('See [the][owl\nbook], [x] and[^n].')).toEqual(new Set(['THE', 'OWL BOOK', 'X', '^n']));
});
