import { expect, it } from 'vitest';
import { expiryText } from './expiry-text.ts';

const now = new Date('2026-06-15T12:00:00Z');

it.each([
  ['2026-07-15T11:59:00Z', 'in 30 days'],
  ['2026-06-17T11:00:00Z', 'in 2 days'],
  ['2026-06-16T11:00:00Z', 'in 1 day'],
  ['2026-06-15T12:00:00Z', 'now'],
  ['2026-06-14T12:00:00Z', 'now'],
])('%s is %s', (gone, expected) => {
  expect(expiryText(new Date(gone), now)).toBe(expected);
});
