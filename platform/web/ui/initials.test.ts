import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['  grace brewster hopper ', 'GH'],
  ['Plato', 'P'],
  ['𝒜lan 𝒯uring', '𝒜𝒯'],
  ['', '?'],
])('%s → %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
