import { expect, it } from 'vitest';
import { counted, countText, numberText } from './counted.ts';

it.each([
  [counted(0, 'lesson'), '0 lessons'],
  [counted(1, 'lesson'), '1 lesson'],
  [counted(1_200, 'lesson'), '1,200 lessons'],
  [counted(2, 'person', 'people'), '2 people'],
  [countText(12, 12, 'lesson'), '12 lessons'],
  [countText(1, 1_200, 'lesson'), '1 of 1,200 lessons'],
  [countText(0, 1, 'lesson'), '0 of 1 lesson'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

it.each([0, 7, 100, 999, 1_000, 12_345, 999_999, 1_000_000, -1_234])('%s is formatted as Intl does', (value) => {
  expect(numberText(value)).toBe(value.toLocaleString('en'));
});
