import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { splitAtRules, withRulesApart } from './split-at-rules.ts';

it.each<[what: string, source: string, parts: readonly RegExp[]]>([
  ['an empty text', '', []],
  ['a text without rules', 'One.\n\nTwo.', [/One.*Two/s]],
  [
    'rules at the ends and after each other',
    '---\n\nOne.\n\n---\n\n***\n\nTwo.\n\n---',
    [/^\s*<p>One\.<\/p>\s*$/, /^\s*<p>Two\.<\/p>\s*$/],
  ],
  ['a line of dashes below a heading', 'One\n---\n\nTwo', [/<h2.*One.*Two/s]],
  ['a rule in a quote', '> One.\n>\n> ---\n>\n> Two.\n\n---\n\nThree.', [/One.*<hr>.*Two.*<\/blockquote>/s, /Three/]],
  ['a rule in a list', '- One\n\n  ---\n\n  Two', [/One.*<hr>.*Two/s]],
  ['dashes in a listing', '```\n<hr>\n---\n```', [/---/]],
  ['a text with tags in its attributes', '![a > b <hr>](x.png)\n\n---\n\n$x < y$', [/^\s*<p><img[^]*<\/p>\s*$/, /<math/]],
  ['breaks and images', 'One  \ntwo ![](a.png)\n\n---\n\nThree', [/One<br>[^]*<img/, /Three/]],
  ['an opened HTML element', '<div>\n\nOne\n\n---\n\nTwo', [/One.*<hr>.*Two/s]],
])('splits %s', (_, source, expected) => {
  const parts = splitAtRules(renderMarkdown(source));
  expect(parts).toEqual(expected.map((part) => expect.stringMatching(part)));
});

it.each<[what: string, source: string, expected: string]>([
  ['a rule below text', 'One.\n---\nTwo.\n---', 'One.\n\n---\nTwo.\n\n---'],
  ['a rule that stands apart', 'One.\n\n---\n\nTwo.', 'One.\n\n---\n\nTwo.'],
  ['dashes in a listing', '~~~\nOne\n---\n```\n---\n~~~\nTwo\n---', '~~~\nOne\n---\n```\n---\n~~~\nTwo\n\n---'],
  ['a table and two dashes', 'a | b\n--- | ---\n1 | 2\n--', 'a | b\n--- | ---\n1 | 2\n--'],
])('puts apart %s', (_, source, expected) => {
  expect(withRulesApart(source)).toBe(expected);
});
