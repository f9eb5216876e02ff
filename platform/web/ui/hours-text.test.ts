import { expect, it } from 'vitest';
import { hoursText } from './hours-text.ts';

it.each([
  [null, '–'],
  [0, '0 h'],
  [0.5, '0.5 h'],
  [12, '12 h'],
  [1234.567, '1,234.57 h'],
])('%s hours', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});
