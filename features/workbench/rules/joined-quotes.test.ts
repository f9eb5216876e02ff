import { expect, it } from 'vitest';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { isAboveCut, quoteAfterJoin, quoteBeforeJoin } from './joined-quotes.ts';

const quote = (field: string, text: string) => ({ field, text, before: '', after: '' });
const second = { ...emptyScreenFields(), title: 'Owls', body_markdown: 'An owl.' };
const joined = { ...emptyScreenFields(), title: 'Birds', body_markdown: 'An owl.\n\n## Owls\n\nAn owl.' };

it.each([
  [quote('body_markdown', 'owl'), { ...quote('body_markdown', 'owl'), before: 'An owl.\n\n## Owls\n\nAn ', after: '.' }],
  [quote('title', 'Owls'), { ...quote('body_markdown', 'Owls'), before: '## ' }],
  [quote('hint_markdown', 'gone'), quote('hint_markdown', 'gone')],
  [null, null],
])('a comment on %o is at the same words after a join', (before, after) => {
  expect(quoteAfterJoin(before, second, joined)).toEqual(after);
});

it.each([
  [quote('body_markdown', 'Owls'), quote('title', 'Owls')],
  [quote('body_markdown', 'owl'), quote('body_markdown', 'owl')],
  [quote('body_markdown', 'gone'), quote('body_markdown', 'gone')],
  [null, null],
])('a comment on %o is at the same words after its undo', (after, before) => {
  expect(quoteBeforeJoin(after, second)).toEqual(before);
});

it.each([
  [quote('body_markdown', 'One'), true],
  [quote('body_markdown', 'Two'), false],
  [quote('body_markdown', 'gone'), false],
  [quote('title', 'Owls'), true],
  [quote('hint_markdown', 'One'), false],
  [null, false],
])('%o is above the cut: %s', (quoted, isAbove) => {
  expect(isAboveCut(quoted, 'One\r\n\r\nTwo', 7)).toBe(isAbove);
});
