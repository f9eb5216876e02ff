import { expect, it } from 'vitest';
import { momentText, relativeTime, timeLeft } from './relative-time-text.ts';

const now = new Date(2026, 5, 15, 12, 0, 0);
const before = (ms: number) => new Date(now.getTime() - ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [before(-5_000), 'just now'],
  [before(59_000), 'just now'],
  [before(MINUTE), '1 min ago'],
  [before(59 * MINUTE), '59 min ago'],
  [before(HOUR), '1 h ago'],
  [before(23 * HOUR), '23 h ago'],
  [before(DAY), 'yesterday'],
  [before(6 * DAY), '6 days ago'],
  [new Date(2026, 0, 5), 'Jan 5'],
  [new Date(2025, 11, 31), 'Dec 31, 2025'],
])('%s is %s', (date, expected) => {
  expect(relativeTime(date, now)).toBe(expected);
});

it.each([
  [before(DAY), 'now'],
  [before(-59_000), 'now'],
  [before(-MINUTE), 'in 1 min'],
  [before(-HOUR + 1), 'in 59 min'],
  [before(-HOUR), 'in 1 h'],
  [before(-23 * HOUR), 'in 23 h'],
  [before(-DAY + 1), 'in 1 day'],
  [before(-14 * DAY + 5_000), 'in 14 days'],
])('until %s it is %s', (date, expected) => {
  expect(timeLeft(date, now)).toBe(expected);
});

it.each([
  new Date(2026, 5, 15, 12, 0, 0),
  new Date(2026, 0, 5, 0, 7, 9),
  new Date(2025, 11, 31, 23, 59, 59),
  new Date(2026, 4, 1, 9, 5, 0),
])('the whole of %s is written as Intl does', (date) => {
  const expected = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
  // Intl separates time and AM by a different kind of space.
  expect(momentText(date)).toBe(expected.replaceAll('\u202f', ' '));
});
