import { expect, it } from 'vitest';
import { quoteAtEndOf } from './move-quote.ts';

const quote = { field: 'body_markdown', text: 'owl', before: '', after: '' };

it.each([
  ['the second of two equal words', 'owl', 'owl\n\nowl', { ...quote, before: 'owl\n\n' }],
  ['a text that lost empty lines at its start', '\n\nAn owl.', 'One\n\nAn owl.', { ...quote, before: 'One\n\nAn ', after: '.' }],
  ['other line ends', 'a\r\nowl', 'One\n\na\r\nowl', { ...quote, before: 'One\n\na\n' }],
  ['words that are gone', 'cat', 'One\n\ncat', quote],
])('a quote moves with its text: %s', (_name, before, after, expected) => {
  expect(quoteAtEndOf(quote, before, after)).toEqual(expected);
});
