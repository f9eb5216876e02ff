import { describe, expect, it } from 'vitest';
import { cellText, isNumber, readResultTable, type ResultCell, rowsToShow } from './result-table.ts';

describe('the output of a sql run', () => {
  it('is a table: names of columns, then rows', () => {
    expect(readResultTable('[["a","a"],\n[1,null],\n[{"type":"real","text":"1.0"},"x"]]\n')).toEqual({
      columns: ['a', 'a'],
      rows: [
        [1, null],
        [{ type: 'real', text: '1.0' }, 'x'],
      ],
    });
  });

  it('is a table without rows, too', () => {
    expect(readResultTable('[["a"]]')).toEqual({ columns: ['a'], rows: [] });
  });

  it.each([
    ['nothing', ''],
    ['text that was cut', '[["a"],[1],[2'],
    ['another JSON', '{"a":1}'],
    ['no names', '[]'],
    ['invalid names', '[[1],[1]]'],
    ['rows of different width', '[["a"],[1,2]]'],
    ['cells of an unknown kind', '[["a"],[{"type":"date","text":"x"}]]'],
    ['invalid rows', '[["a"],1]'],
  ])('is no table when it is %s', (_, output) => {
    expect(readResultTable(output)).toBeNull();
  });
});

it.each([
  [20, 20],
  [100, 39],
  [39, 39],
])('of a lesson that shows at most %i rows, pages show %i', (max, shown) => {
  const rows = Array.from({ length: 50 }, (_, index) => [index]);
  expect(rowsToShow({ columns: ['a'], rows }, max)).toEqual(rows.slice(0, shown));
});

it.each<[cell: ResultCell, text: string, isNumber: boolean]>([
  [null, 'NULL', false],
  [true, 'true', false],
  [1.5, '1.5', true],
  ['1.5', '1.5', false],
  [{ type: 'integer', text: '9007199254740993' }, '9007199254740993', true],
  [{ type: 'real', text: '1.0' }, '1.0', true],
  [{ type: 'numeric', text: '2.50' }, '2.50', true],
  [{ type: 'blob', text: '00ff' }, "x'00ff'", false],
  [{ type: 'blob', text: '00', bytes: 900, sha256: 'a' }, "x'00…' (900 bytes)", false],
])('shows the cell %j as %s', (cell, text, number) => {
  expect([cellText(cell), isNumber(cell)]).toEqual([text, number]);
});
