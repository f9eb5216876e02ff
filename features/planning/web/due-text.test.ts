import { expect, it } from 'vitest';
import { dueText } from './due-text.ts';

it.each([
  ['2026-12-31', 'today'],
  ['2027-01-01', 'tomorrow'],
  ['2026-12-30', 'yesterday'],
  ['2026-03-29', 'Mar 29'],
  ['2027-01-02', 'Jan 2, 2027'],
])('%s is %s', (due, expected) => expect(dueText(due, '2026-12-31')).toBe(expected));
