import { describe, expect, it } from 'vitest';
import type { ResultCell } from '../contract/result-table.ts';
import { checkResultTable, rankingNeeded, type AnswerRows } from './check-result-table.ts';
import { readRowOrder } from './row-order.ts';

const table = (columns: string[], ...rows: ResultCell[][]) => JSON.stringify([columns, ...rows]);
/** A table with one column `a`. */
const column = (...cells: ResultCell[]) => table(['a'], ...cells.map((cell) => [cell]));
/** A result whose order isn't that of a query. */
const FIXED: AnswerRows = { order: readRowOrder('PRAGMA table_info(t)', 'sqlite'), ranking: null };
const feedbackOf = (expected: string, actual: string, answer = FIXED) =>
  checkResultTable(expected, actual, answer).results[0]?.feedback ?? null;
const integer = (text: string): ResultCell => ({ type: 'integer', text });
const real = (text: string): ResultCell => ({ type: 'real', text });
const numeric = (text: string): ResultCell => ({ type: 'numeric', text });
const blob = (text: string, sha256 = ''): ResultCell => ({ type: 'blob', text, ...(sha256 === '' ? {} : { bytes: 900, sha256 }) });

describe('results that are the same', () => {
  it.each<[what: string, expected: string, actual: string]>([
    ['tables', table(['a', 'b'], [1, 'x'], [2, null]), table(['a', 'b'], [1, 'x'], [2, null])],
    ['names in another case', table(['Total'], [1]), table(['total'], [1])],
    ['tables without rows', table(['a']), table(['a'])],
    ['no result', '', ''],
    ['floats within the tolerance', column(1 / 3), column(0.3333334)],
    ['floats of another way of computing', column(0.3), column(0.1 + 0.2)],
    ['a whole number and its real', column(2), column(real('2.0'))],
    ['a whole number and its decimal', column(2), column(numeric('2.00'))],
    ['a decimal and a real', column(numeric('2.50')), column(2.5)],
    ['whole numbers of any size', column(integer('9007199254740993')), column(integer('9007199254740993'))],
    ['infinities', column(real('-Infinity')), column(real('-Infinity'))],
    ['NaN', column(real('NaN')), column(real('NaN'))],
    ['blobs', column(blob('00ff')), column(blob('00ff'))],
    ['accents of another encoding', column('café'), column('cafe\u0301')],
    ['names in another encoding', table(['café']), table(['cafe\u0301'])],
    ['truth values', column(true), column(true)],
    ['columns of one name', table(['a', 'a'], [1, 2]), table(['a', 'a'], [1, 2])],
  ])('pass: %s', (_, expected, actual) => {
    expect(checkResultTable(expected, actual, FIXED)).toMatchObject({
      enabled: true,
      pass: true,
      results: [{ pass: true, feedback: null }],
    });
  });
});

describe('results that differ', () => {
  it.each<[expected: string, actual: string, feedback: string]>([
    [
      table(['name', 'total'], ['a', 1], ['b', 2], ['c', 5]),
      table(['name', 'total'], ['a', 1], ['b', 2], ['c', 7]),
      'Row 3, column total: expected 5, got 7.',
    ],
    [column(1.5), column(1.6), 'Row 1, column a: expected 1.5, got 1.6.'],
    [column(1), column(1.001), 'Row 1, column a: expected 1, got 1.001.'],
    [column(null), column(0), 'Row 1, column a: expected NULL, got 0.'],
    [column(null), column(''), 'Row 1, column a: expected NULL, got "".'],
    [column('NULL'), column(null), 'Row 1, column a: expected "NULL", got NULL.'],
    [column(5), column('5'), 'Row 1, column a: expected 5, got "5".'],
    [column('a'), column('A'), 'Row 1, column a: expected "a", got "A".'],
    [
      column('a b'),
      column('a\u00A0b'),
      'Row 1, column a looks right, but character 2 is a non-breaking space (U+00A0). It should be a space (U+0020).',
    ],
    [column(true), column('true'), 'Row 1, column a: expected true, got "true".'],
    [column(true), column(1), 'Row 1, column a: expected true, got 1.'],
    [
      column(integer('9007199254740993')),
      column(integer('9007199254740992')),
      'Row 1, column a: expected 9007199254740993, got 9007199254740992.',
    ],
    [column(real('Infinity')), column(1e308), 'Row 1, column a: expected Infinity, got 1e+308.'],
    [column(blob('00')), column(blob('01')), "Row 1, column a: expected x'00', got x'01'."],
    [column(blob('00', 'one')), column(blob('00', 'two')), "Row 1, column a: expected x'00…' (900 bytes), got x'00…' (900 bytes)."],
    [column(1, 2), column(1), 'The result should have 2 rows, but it has 1.'],
    [column(1), column(1, 2), 'The result should have 1 row, but it has 2.'],
    [column(1), column(), 'The result should have 1 row, but it has 0.'],
    [column(1, 2), column(2, 1), 'The rows are right, but not in the right order. Row 1, column a: expected 1, got 2.'],
    [table(['a', 'b'], [1, 2]), column(1), 'The result should have 2 columns, but it has 1.'],
    [column(1), table(['a', 'b'], [1, 2]), 'The result should have 1 column, but it has 2.'],
    [table(['a', 'b'], [1, 2]), table(['b', 'a'], [2, 1]), 'Column 1 should be called "a", but it is called "b".'],
    [
      table(['a b'], [1]),
      table(['a\u00A0b'], [1]),
      'The name of column 1 looks right, but character 2 is a non-breaking space (U+00A0). It should be a space (U+0020).',
    ],
    [column(1), '', 'The query returned no result. It should return a table.'],
    ['', column(1), 'The query should not return a result, but it does.'],
    [column(1), '[["a"],[1', 'Couldn’t read the result of the query.'],
    ['hello', column(1), 'The lesson has a mistake: the stored output of the answer is not a table. Run the answer and store its output.'],
  ])('%s fails against %s', (expected, actual, feedback) => {
    expect(feedbackOf(expected, actual)).toBe(feedback);
    expect(checkResultTable(expected, actual, FIXED).pass).toBe(false);
  });

  it.each([
    [column(1.5), column(1.6), 'Row 1, column a isn’t right yet: it is 1.6.'],
    [column(1, 2), column(2, 1), 'The rows are right, but not in the right order.'],
    [table(['a'], [1]), table(['b'], [1]), 'Column 1 should have another name than "b".'],
    [column(1, 2), column(1), undefined],
  ])('%s against %s can be described without the answer', (expected, actual, feedback) => {
    expect(checkResultTable(expected, actual, FIXED).results[0]?.feedback_without_answer).toBe(feedback);
  });

  it('are described by a short text, never by the whole value', () => {
    const feedback = feedbackOf(column('a'.repeat(10_000)), column('b'.repeat(10_000)));
    expect(feedback?.length).toBeLessThanOrEqual(200);
  });

  it('are reported if there are more rows than are kept', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => index);
    expect(feedbackOf(column(...rows.slice(0, 5)), column(...rows))).toBe('The result should have 5 rows, but it has 10000 or more.');
  });
});

describe('the order of rows', () => {
  const people = (...rows: ResultCell[][]) => table(['name', 'points'], ...rows);
  const by = (clause: string): AnswerRows => ({ order: readRowOrder(`SELECT name, points FROM p ${clause}`, 'sqlite'), ranking: null });
  const stored = people(['Ann', 5], ['Bo', 5], ['Cy', 3]);

  it.each<[what: string, clause: string, actual: string]>([
    ['the answer has none', 'WHERE points > 0', people(['Cy', 3], ['Bo', 5], ['Ann', 5])],
    ['the answer has none, and a sum is computed in another way', '', people(['Cy', 3.0000000001], ['Bo', 5], ['Ann', 5])],
    ['rows are equal for it', 'ORDER BY points DESC', people(['Bo', 5], ['Ann', 5], ['Cy', 3])],
    ['it is that of the answer', 'ORDER BY points DESC, name', stored],
  ])('is right if %s', (_, clause, actual) => {
    expect(feedbackOf(stored, actual, by(clause))).toBeNull();
  });

  it.each<[clause: string, actual: string, feedback: string, hidden?: string]>([
    [
      'ORDER BY name',
      people(['Bo', 5], ['Ann', 5], ['Cy', 3]),
      'The rows are right, but not in the right order. Row 1, column name: expected "Ann", got "Bo".',
      'The rows are right, but not in the right order.',
    ],
    [
      'ORDER BY points DESC',
      people(['Ann', 5], ['Cy', 3], ['Bo', 5]),
      'The rows are right, but not in the right order. Row 2, column name: expected "Bo", got "Cy".',
      'The rows are right, but not in the right order.',
    ],
    [
      '',
      people(['Cy', 3], ['Bo', 5], ['Ann', 6]),
      'Row 3 isn’t right: ("Ann", 6). There should be a row ("Ann", 5).',
      'Row 3 isn’t right: ("Ann", 6).',
    ],
    [
      '',
      people(['Ann', 5], ['Bo', 6], ['Cy', 3]),
      'Row 2, column points: expected 5, got 6.',
      'Row 2, column points isn’t right yet: it is 6.',
    ],
    [
      '',
      people(['Ann', 5], ['Ann', 5], ['Cy', 3]),
      'Row 2, column name: expected "Bo", got "Ann".',
      'Row 2, column name isn’t right yet: it is "Ann".',
    ],
    ['', people(['Cy', 3], ['Bo', 5]), 'The result should have 3 rows, but it has 2.'],
  ])('%s refuses %s', (clause, actual, feedback, hidden) => {
    const [result] = checkResultTable(stored, actual, by(clause)).results;
    expect([result?.feedback, result?.feedback_without_answer]).toEqual([feedback, hidden]);
  });

  describe('of a limited query', () => {
    const code = 'SELECT name FROM p ORDER BY points DESC LIMIT 1';
    const order = readRowOrder(code, 'sqlite');
    const one = (name: string) => table(['name'], [name]);
    const all = {
      columns: ['name', 'points'],
      rows: [
        ['Ann', 5],
        ['Bo', 5],
        ['Cy', 3],
      ],
    };

    it('is asked for with all rows, only if they can make a difference', () => {
      expect(rankingNeeded(one('Ann'), one('Bo'), code, order)).toMatchObject({ keys: [1], offset: 0 });
      expect(rankingNeeded(one('Ann'), one('Ann'), code, order)).toBeNull();
      expect(rankingNeeded(one('Ann'), table(['name'], ['Ann'], ['Bo']), code, order)).toBeNull();
      const sorted = 'SELECT name FROM p ORDER BY points';
      expect(rankingNeeded(one('Ann'), one('Bo'), sorted, readRowOrder(sorted, 'sqlite'))).toBeNull();
    });

    it('lets a submission take any of the rows that are equal for it', () => {
      const query = rankingNeeded(one('Ann'), one('Bo'), code, order);
      const answer = { order, ranking: query && { query, table: all } };
      expect(feedbackOf(one('Ann'), one('Bo'), answer)).toBeNull();
      expect(feedbackOf(one('Ann'), one('Cy'), answer)).toBe('Row 1, column name: expected "Ann", got "Cy".');
    });

    it('is that of the stored result if the data has changed since', () => {
      const query = rankingNeeded(one('Zoe'), one('Bo'), code, order);
      const answer = { order, ranking: query && { query, table: all } };
      expect(feedbackOf(one('Zoe'), one('Bo'), answer)).toBe('Row 1, column name: expected "Zoe", got "Bo".');
    });
  });

  it('is free for many rows that only differ by rounding', () => {
    const numbers = Array.from({ length: 3_000 }, (_, index) => index / 7);
    expect(feedbackOf(column(...numbers), column(...numbers.map((each) => each + 1e-9).toReversed()), by(''))).toBeNull();
  });
});
