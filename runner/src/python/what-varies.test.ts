import { expect, it } from 'vitest';
import { tellingLocales } from './what-varies.ts';

it.each([
  [['C', 'C.utf8', 'POSIX'], ['C']],
  [
    ['C', 'de_DE', 'de_DE.utf8', 'tr_TR.UTF-8', 'en_US.utf8'],
    ['C', 'de_DE.utf8', 'tr_TR.UTF-8'],
  ],
  [
    ['ja_JP.utf8', 'hi_IN.utf8', 'ar_EG.utf8', 'fr_FR.utf8'],
    ['C', 'fr_FR.utf8', 'ar_EG.utf8', 'hi_IN.utf8'],
  ],
  [[], ['C']],
])('of the locales %j, %j are tried', (listed, tried) => {
  expect(tellingLocales(listed)).toEqual(tried);
});
