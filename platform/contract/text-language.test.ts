import { expect, it } from 'vitest';
import { canonicalTag, mayBeEnglish, TextLanguage } from './text-language.ts';

it.each([
  ['en', 'en'],
  ['DE', 'de'],
  ['pt-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['iw', 'he'],
  ['no', 'no'],
  ['', null],
  ['e', null],
  ['english', null],
  ['en_US', null],
  ['en-', null],
  ['x-private', null],
  ['../en', null],
  ['"><b>', null],
  [`en-${'x'.repeat(8)}-${'y'.repeat(8)}-${'z'.repeat(8)}-long-er`, null],
])('the canonical form of %j is %j', (tag, expected) => {
  expect(canonicalTag(tag)).toBe(expected);
});

it('is stored in its canonical form, or refused with a sentence', () => {
  expect(TextLanguage.parse(' pt-br ')).toBe('pt-BR');
  expect(TextLanguage.safeParse('Deutsch').error?.issues[0]?.message).toContain('“pt-BR”');
  expect(TextLanguage.safeParse('a'.repeat(1_000)).error?.issues[0]?.message).toContain('35');
});

it.each([
  [null, true],
  ['en', true],
  ['en-GB', true],
  ['eng', false],
  ['de', false],
])('a text of %s can be English: %s', (tag, expected) => {
  expect(mayBeEnglish(tag)).toBe(expected);
});
