import { describe, expect, it } from 'vitest';
import { countWords, readingMinutes } from './word-count.ts';

describe('the words of a text', () => {
  it.each([
    ['', 0],
    ['One two\nthree', 3],
    ['- **bold** and `x = 1`', 4],
    ['| a | b |\n| --- | --- |', 2],
    ['Ein schöner Tag – überall', 5],
    ['## ::: ***', 0],
  ])('%j has %i', (text, words) => expect(countWords(text)).toBe(words));

  it.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
  ])('%i take %i minutes', (words, minutes) => expect(readingMinutes(words)).toBe(minutes));
});
