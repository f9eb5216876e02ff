import { expect, it } from 'vitest';
import { relativeTime } from './relative-time-text.ts';

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
