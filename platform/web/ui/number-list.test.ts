import { describe, expect, it } from 'vitest';
import { cleanLessonNumbers, listNumbers, parseLessonNumbers } from './number-list.ts';

describe('a list of lesson numbers', () => {
  it.each([
    ['101, 102', '101, 102'],
    ['101;102', '101102'],
    ['lesson 7', ' 7'],
    ['1\n2\t3', '1 2 3'],
    ['-5.5', '55'],
    ['', ''],
  ])('of %j takes %j', (typed, taken) => {
    expect(cleanLessonNumbers(typed)).toBe(taken);
  });

  it.each([
    ['101,102 103', [101, 102, 103]],
    [' , 101 ,, 102  ', [101, 102]],
    ['7 7,07', [7]],
    ['0', [0]],
    [' , ', []],
    ['', []],
  ])('%j reads as %j', (typed, numbers) => {
    expect(parseLessonNumbers(typed)).toEqual(numbers);
  });

  it.each([
    [[1, 2], '1, 2'],
    [[1, 2, 3], '1, 2, 3'],
    [[1, 2, 3, 4, 5], '1, 2, 3 and 2 more'],
    [[], ''],
  ])('%j is shown as %j', (numbers, told) => {
    expect(listNumbers(numbers, 3)).toBe(told);
  });
});
