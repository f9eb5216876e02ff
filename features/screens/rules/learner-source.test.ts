import { expect, it } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { emptyScreenFields, type ScreenType } from '../contract/screens.ts';
import { displaySource, learnerSource } from './learner-source.ts';

it('keeps headings that are underlined with dashes, but not in hints', () => {
  const text = 'One\n---\nTwo';
  const fields = { ...emptyScreenFields('text'), body_markdown: text, hint_markdown: text };
  expect(learnerSource(fields, 'body_markdown')).toBe(text);
  expect(learnerSource(fields, 'hint_markdown')).toBe('One\n\n---\nTwo');
});

it.each<[string, ScreenType, Language | null, string, string]>([
  ['code', 'code', 'python', 'x = 1\n', '```python\nx = 1\n```'],
  ['code with a fence', 'code', 'r', 'y <- "```"', '````r\ny <- "```"\n````'],
  ['only spaces', 'code', 'python', ' \n', ''],
  ['code of a screen that became a text', 'text', 'python', 'x = 1', ''],
  ['code in a lesson without code', 'code', null, 'x = 1', ''],
])('has display code as a listing: %s', (_, type, language, display_code, expected) => {
  expect(displaySource({ type, display_code }, language)).toBe(expected);
});
