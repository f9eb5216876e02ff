import { expect, it } from 'vitest';
import { ownStart } from './progress.ts';

it.each([
  ['the code with which the learner solved the earlier screen', 2, 'mine'],
  ['the initial code, as the earlier screen isn’t solved', 3, null],
  ['the initial code, as it starts from no other screen', null, null],
])('a screen begins with %s', (_, starts_from, expected) => {
  expect(ownStart({ starts_from }, { accepted: { 2: 'mine' } })).toBe(expected);
});
