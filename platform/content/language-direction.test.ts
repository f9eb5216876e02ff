import { expect, it } from 'vitest';
import { directionOfLanguage, languageAttributes } from './language-direction.ts';

it.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['ur', 'rtl'],
  ['ps', 'rtl'],
  ['sd', 'rtl'],
  ['ug', 'rtl'],
  ['yi', 'rtl'],
  ['dv', 'rtl'],
  ['ckb', 'rtl'],
  ['az-Arab', 'rtl'],
  ['pa-PK', 'rtl'],
  ['arc', 'rtl'],
  ['jrb-Hebr', 'rtl'],
  ['en', 'ltr'],
  ['pt-BR', 'ltr'],
  ['ja', 'ltr'],
  ['ku', 'ltr'],
  ['sd-Deva', 'ltr'],
  ['ar-Latn', 'ltr'],
] as const)('%s is written %s', (tag, expected) => {
  expect(directionOfLanguage(tag)).toBe(expected);
});

it('is from left to right for what is no language', () => {
  expect(directionOfLanguage('../ar')).toBe('ltr');
});

it('is said of texts whose language is stated', () => {
  expect([languageAttributes(null), languageAttributes('fa')]).toEqual([{}, { lang: 'fa', dir: 'rtl' }]);
});
