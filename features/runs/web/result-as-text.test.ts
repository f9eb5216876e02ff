import { expect, it } from 'vitest';
import { readResultTable } from '../contract/result-table.ts';
import { resultAsText } from './result-as-text.ts';

const TABLE = readResultTable('[["a, b","c"],[1,null],["say \\"hi\\"","x\\ty\\nz"],[{"type":"real","text":"1.0"},true]]') ?? {
  columns: [],
  rows: [],
};

it('a result is copied as CSV, with quotes where they are needed', () => {
  expect(resultAsText(TABLE, 'csv')).toBe('"a, b",c\n1,\n"say ""hi""","x\ty\nz"\n1.0,true\n');
});

it('a result is copied as TSV, a line for each row', () => {
  expect(resultAsText(TABLE, 'tsv')).toBe('a, b\tc\n1\t\nsay "hi"\tx y z\n1.0\ttrue\n');
});
