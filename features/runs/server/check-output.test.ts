import { describe, expect, it } from 'vitest';
import { checkOutput } from './check-output.ts';

const feedbackOf = (expected: string, actual: string) => checkOutput(expected, actual).results[0]?.feedback;

describe('output passes', () => {
  it.each([
    ['the same text', 'a\nb\n', 'a\nb\n'],
    ['nothing at all', '', ''],
    ['another line end at the end', 'a', 'a\n'],
    ['empty lines at the end', 'a', 'a\n\n\n'],
    ['nothing and empty lines', '', '\n  \n'],
    ['white space at the ends of lines', 'a\nb', 'a  \nb\t\n'],
    ['line ends of another system', 'a\r\nb\r\n', 'a\nb\n'],
    ['accents of another encoding', 'café', 'cafe\u0301'],
    ['other characters than those of English', 'naïve 🐍', 'naïve 🐍'],
  ])('with %s', (_, expected, actual) => {
    expect(checkOutput(expected, actual)).toEqual({
      enabled: true,
      pass: true,
      results: [{ name: 'output', pass: true, expected, actual, feedback: null, hints: [] }],
    });
  });
});

describe('output fails', () => {
  it.each([
    [
      'another line',
      'a\nb\nc',
      'a\nx\nc',
      'Line 2 of your output should be "b", but it is "x".',
      'Line 2 of your output isn’t right yet: it is "x".',
    ],
    [
      'another case',
      'Hello',
      'hello',
      'Line 1 of your output should be "Hello", but it is "hello".',
      'Line 1 of your output isn’t right yet: it is "hello".',
    ],
    [
      'white space in front',
      'a',
      ' a',
      'Line 1 of your output should be "a", but it is " a".',
      'Line 1 of your output isn’t right yet: it is " a".',
    ],
    [
      'an empty line in the middle',
      'a\nb',
      'a\n\nb',
      'Line 2 of your output should be "b", but it is empty.',
      'Line 2 of your output isn’t right yet: it is empty.',
    ],
    [
      'no empty line in the middle',
      'a\n\nb',
      'a\nb',
      'Line 2 of your output should be empty, but it is "b".',
      'Line 2 of your output isn’t right yet: it is "b".',
    ],
    [
      'a line that is missing',
      'a\nb\nc',
      'a\nb',
      'Your output ends too early, after line 2. Line 3 should be "c".',
      'Your output ends too early, after line 2.',
    ],
    [
      'a look-alike',
      'a\nx - y',
      'a\nx – y',
      'Line 2 of your output looks right, but character 3 is an en dash (U+2013). It should be “-” (U+002D).',
      'Line 2 of your output looks right, but character 3 is an en dash (U+2013), which isn’t the one that is asked for.',
    ],
    ['nothing', 'a', '', 'Your code didn’t print anything. Line 1 should be "a".', 'Your code didn’t print anything.'],
    ['a line too many', 'a', 'a\nb', 'Your output should end after line 1, but line 2 is "b".', undefined],
    ['something instead of nothing', '', 'a', 'Your code shouldn’t print anything, but line 1 is "a".', undefined],
  ])('with %s', (_, expected, actual, feedback, hidden) => {
    const check = checkOutput(expected, actual);
    expect(check).toMatchObject({ enabled: true, pass: false, results: [{ pass: false, feedback }] });
    expect(check.results[0]?.feedback_without_answer).toBe(hidden);
  });

  it.each([
    ['long lines', 'x'.repeat(5_000), 'y'.repeat(5_000)],
    ['many lines', 'x\n'.repeat(5_000), 'x\n'.repeat(4_000)],
    ['long pairs', '🐍'.repeat(500), '🐢'.repeat(500)],
  ])('without showing all of %s', (_, expected, actual) => {
    const feedback = feedbackOf(expected, actual) ?? '';
    expect(feedback.length).toBeLessThanOrEqual(200);
    expect(feedback.isWellFormed()).toBe(true);
  });

  it('shows both texts of different output, up to a limit', () => {
    const [result] = checkOutput('a'.repeat(100_000), 'b').results;
    expect(result?.expected).toHaveLength(20_000);
    expect(result?.actual).toBe('b');
  });
});
