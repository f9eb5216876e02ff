import { expect, it } from 'vitest';
import { languageChoices } from './language-choices.ts';

const valuesOf = (chosen: string | null, search: string) => languageChoices(chosen, search).map(({ value }) => value);

it.each([
  ['a name', 'Arab', ['ar']],
  ['a tag', 'ar', expect.arrayContaining(['ar', 'hy'])],
  ['a tag that no list has', 'pt-br', ['pt-BR']],
  ['an old tag', 'iw', ['he']],
  ['what is neither', 'no such language', []],
])('finds %s', (_, search, expected) => {
  expect(valuesOf(null, search)).toEqual(expected);
});

it('has all languages beside the chosen one, by their names', () => {
  const choices = languageChoices('az-Arab', 'Azerbaijani (Arabic) (az-Arab)');
  expect(choices.length).toBeGreaterThan(100);
  expect(choices[0]).toEqual({ value: 'az-Arab', label: 'Azerbaijani (Arabic) (az-Arab)' });
});
