import { describe, expect, it } from 'vitest';
import { cleanLessonNumbers, listNumbers, parseLessonNumbers } from './number-list.ts';

describe('a list of lesson numbers', () => {
  it.each([
    ['101, 102', '101, 102'],
    ['101;102', '101, 102'],
    ['101;', '101, '],
    ['101/102|103', '101, 102, 103'],
    ['101 ; 102', '101  102'],
    ['L101 and L102', '101  102'],
    ['101and102', '101, 102'],
    ['101a', '101'],
    ['lesson 7', ' 7'],
    ['1\n2\t3', '1 2 3'],
    ['-5.5', '5, 5'],
    // A range is being typed.
    ['203-', '203-'],
    ['203-20', '203-20'],
    ['7;203-20', '7, 203-20'],
    ['203-205,', '203, 204, 205,'],
    ['203–205 ', '203, 204, 205 '],
    ['', ''],
  ])('of %j takes %j', (typed, taken) => {
    expect(cleanLessonNumbers(typed)).toBe(taken);
  });

  it.each([
    ['101,102 103', [101, 102, 103]],
    [' , 101 ,, 102  ', [101, 102]],
    ['7 7,07', [7]],
    ['203;204', [203, 204]],
    ['203\t204\r\n205', [203, 204, 205]],
    ['203-205', [203, 204, 205]],
    ['1, 203 – 205; 9', [1, 203, 204, 205, 9]],
    ['205-203', [205, 203]],
    ['1-999999', [1, 999_999]],
    ['203-', [203]],
    ['1-3-5', [1, 2, 3, 5]],
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
