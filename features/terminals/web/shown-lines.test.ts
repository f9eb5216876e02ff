import { describe, expect, it } from 'vitest';
import { shownLines } from './shown-lines.ts';

/** Rows of a window; a leading `+` marks a wrapped continuation. */
function bufferOf(...rows: string[]): Parameters<typeof shownLines>[0] {
  return {
    length: rows.length,
    getLine: (index) => {
      const row = rows[index];
      if (row === undefined) return undefined;
      const isWrapped = row.startsWith('+');
      const text = isWrapped ? row.slice(1) : row;
      return { isWrapped, translateToString: (trimRight) => (trimRight ? text.trimEnd() : text) };
    },
  };
}

describe('the lines of a terminal', () => {
  it.each([
    ['lines', ['$ ls   ', 'a.txt  '], ['$ ls', 'a.txt']],
    ['a line that is too long for the window', ['$ echo one ', '+two', 'one two'], ['$ echo one two', 'one two']],
    ['empty rows below', ['a', '', 'b', '  ', ''], ['a', '', 'b']],
    ['nothing', ['', ''], []],
  ])('is %s', (_, rows, expected) => {
    expect(shownLines(bufferOf(...rows))).toEqual(expected);
  });

  it('are limited to what a check accepts', () => {
    const rows = Array.from({ length: 20_010 }, (_, index) => `line ${index}`);
    const lines = shownLines(bufferOf(...rows));
    expect([lines.length, lines.at(-1)]).toEqual([20_000, 'line 20009']);
    expect(shownLines(bufferOf('x'.repeat(15_000), `+${'y'.repeat(15_000)}`))[0]).toHaveLength(20_000);
  });
});
