import { describe, expect, it } from 'vitest';
import {
  appendLine,
  deepestIndent,
  indentLine,
  linePlaceText,
  putLine,
  readLines,
  stepLine,
  unusedLines,
  withoutLine,
  writeLines,
} from './order-lines.ts';

const LINES = readLines(['2', '0:1', '3'], 4);

it.each([
  [
    ['2', '0:1'],
    [2, 0],
    [0, 1],
  ],
  [
    ['2', '2', '9', 'x', '', '1:99', '-1'],
    [2, 1],
    [0, 10],
  ],
  [[], [], []],
])('reads %j without what is no line of the question', (given, indexes, indents) => {
  const lines = readLines(given, 4);
  expect(lines.map(({ index }) => index)).toEqual(indexes);
  expect(lines.map(({ indent }) => indent)).toEqual(indents);
});

it('writes lines with their indentation where it counts', () => {
  expect(writeLines(LINES, true)).toEqual(['2:0', '0:1', '3:0']);
  expect(writeLines(LINES, false)).toEqual(['2', '0', '3']);
  expect(unusedLines(LINES, 4)).toEqual([1]);
});

describe('a change', () => {
  const written = (lines: ReturnType<typeof readLines>) => writeLines(lines, true).join(' ');

  it.each([
    ['moves a line up', stepLine(LINES, 0, -1), '0:1 2:0 3:0'],
    ['moves a line down', stepLine(LINES, 2, 1), '0:1 2:0 3:0'],
    ['keeps the first line where it is', stepLine(LINES, 2, -1), '2:0 0:1 3:0'],
    ['keeps the last line where it is', stepLine(LINES, 3, 1), '2:0 0:1 3:0'],
    ['keeps the lines if one that isn’t chosen is moved', stepLine(LINES, 1, 1), '2:0 0:1 3:0'],
    ['puts a dragged line among the others', putLine(LINES, { index: 3, indent: 2 }, 0), '3:2 2:0 0:1'],
    ['adds a line with the indentation of the last one', appendLine(withoutLine(LINES, 3), 1), '2:0 0:1 1:1'],
    ['indents a line', indentLine(LINES, 0, 1), '2:0 0:2 3:0'],
    ['indents no line to the left of the margin', indentLine(LINES, 2, -1), '2:0 0:1 3:0'],
  ])('%s', (_, lines, expected) => {
    expect(written(lines)).toBe(expected);
  });

  it('drops a line at most one level deeper than the one before it', () => {
    expect([0, 1, 2, 3].map((at) => deepestIndent(LINES, at))).toEqual([0, 1, 2, 1]);
  });

  it('is announced', () => {
    expect(linePlaceText(LINES, 0, true)).toBe('Line 2 of 3, indented once.');
    expect(linePlaceText(LINES, 2, false)).toBe('Line 1 of 3.');
    expect(linePlaceText(withoutLine(LINES, 2), 2, false)).toBe('Taken out. 2 lines are left in your answer.');
  });
});
