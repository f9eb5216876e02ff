import { describe, expect, it } from 'vitest';
import { cutText, durationText, formatProblem } from './messages.ts';

describe('texts of a run', () => {
  it.each([
    [[], null],
    [['stdout'], 'Too much to show. Only the first part of the output is kept.'],
    [['stdout', 'images', 'vars'], 'Too much to show. Only the first part of the output, the plots and the variables is kept.'],
    [['rows'], 'Too much to show. Only the first part of the rows is kept.'],
    [['drawing'], 'Drawing took too long or failed, so not every plot is shown. The checks know all of them.'],
  ])('cut %j', (cut, text) => expect(cutText(cut)).toBe(text));

  it.each([
    [0.2, '1 ms'],
    [12.4, '12 ms'],
    [999.4, '999 ms'],
    [1_000, '1.0 s'],
    [12_345, '12.3 s'],
  ])('duration of %d ms', (ms, text) => expect(durationText(ms)).toBe(text));

  it.each([
    [2, 'Couldn’t format the code. Line 2: Unexpected EOF. Nothing was changed.'],
    [null, 'Couldn’t format the code. Unexpected EOF. Nothing was changed.'],
  ])('code that can’t be formatted in line %j', (line, text) => expect(formatProblem({ problem: 'unexpected EOF', line })).toBe(text));
});
