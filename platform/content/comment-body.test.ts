import { expect, it } from 'vitest';
import { readCommentBody, writeCommentBody } from './comment-body.ts';

it.each([
  ['plain', { text: 'plain', suggestion: null }],
  ['```suggestion\nx = 2\n```', { text: '', suggestion: 'x = 2' }],
  ['Why not\r\n\r\n```suggestion\r\nx = 2\r\n\r\ny\r\n```\r\nthis?', { text: 'Why not\n\nthis?', suggestion: 'x = 2\n\ny' }],
  ['```suggestion\n```', { text: '', suggestion: '' }],
  ['````suggestion\n```\ncode\n```\n````', { text: '', suggestion: '```\ncode\n```' }],
  ['```suggestion\nnever closed', { text: '```suggestion\nnever closed', suggestion: null }],
  ['```python\nx\n```', { text: '```python\nx\n```', suggestion: null }],
])('%j', (body, expected) => {
  expect(readCommentBody(body)).toEqual(expected);
});

it.each(['x = 2', '', 'a\n\nb', '```py\nx\n```', '`````'])('the suggestion %j survives a code host', (suggestion) => {
  const body = writeCommentBody({ by: 'Ada *A.*', quote: 'two\nlines', text: 'Why?', suggestion });
  expect(readCommentBody(body)).toEqual({ text: String.raw`**Ada \*A.\*:**` + '\n\n> two\n> lines\n\nWhy?', suggestion });
});
