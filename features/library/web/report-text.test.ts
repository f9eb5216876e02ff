import { expect, it } from 'vitest';
import { findingsText, testsText } from './report-text.ts';

it.each([
  [false, 0, 0, 'Not checked'],
  [true, 0, 0, ''],
  [true, 2, 1, '2 errors, 1 warning'],
  [true, 0, 3, '3 warnings'],
])('findings: %j', (is_checked, errors, warnings, text) => {
  expect(findingsText({ is_checked, errors, warnings })).toBe(text);
});

it('says that findings are being looked at', () => {
  expect(findingsText(null)).toBe('Looking…');
});

it.each([
  [0, 0, 0, ''],
  [4, 0, 0, '4 passed'],
  [4, 1, 2, '1 failing, 2 not run'],
  [4, 0, 4, '4 not run'],
])('tests: %j', (tests, failing, not_run, text) => {
  expect(testsText({ tests, failing, not_run })).toBe(text);
});
