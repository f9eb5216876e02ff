import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { keyColumns, rankingQuery, readRowOrder } from './row-order.ts';

const keys = (code: string, dialect: 'sqlite' | 'postgres' = 'sqlite') => readRowOrder(code, dialect).keys?.map(({ text }) => text) ?? null;

describe('the order of rows is fixed', () => {
  it.each([
    ['SELECT name FROM t ORDER BY name', ['name']],
    ['select name from t order by points desc nulls last, lower(name) ASC, 2', ['points', 'lower(name)', '2']],
    ['SELECT name FROM t ORDER BY name COLLATE NOCASE DESC LIMIT 3', ['name COLLATE NOCASE']],
    ['WITH x AS (SELECT 1 AS a) SELECT a FROM x ORDER BY a;', ['a']],
    ['SELECT a FROM t UNION SELECT b FROM u ORDER BY 1', ['1']],
    ['(SELECT a FROM t ORDER BY a)', ['a']],
    ['CREATE VIEW v AS SELECT 1 AS a; SELECT a FROM v ORDER BY a', ['a']],
    ['SELECT a FROM t ORDER BY a; DROP TABLE u', ['a']],
    ['SELECT a FROM t /* first */ ORDER /* , b */ BY a -- , b', ['a']],
    ['SELECT a FROM t ORDER BY CASE WHEN a IN (1, 2) THEN 0 ELSE 1 END, b', ['CASE WHEN a IN (1, 2) THEN 0 ELSE 1 END', 'b']],
    ['VALUES (2), (1) ORDER BY 1', ['1']],
    ['SELECT a FROM t GROUP BY a HAVING count(*) > 1 ORDER BY count(*) DESC OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY', ['count(*)']],
  ])('by the outermost query: %s', (code, expected) => {
    expect(keys(code)).toEqual(expected);
  });

  it.each(['PRAGMA table_info(t)', 'EXPLAIN SELECT 1', '.tables', '', 'CREATE TABLE t (a)'])(
    'by something else than a query: %s',
    (code) => {
      expect(keys(code)).toBeNull();
    },
  );
});

describe('rows may come in any order', () => {
  it.each([
    'SELECT a FROM t WHERE id > 0',
    'SELECT a FROM (SELECT a FROM t ORDER BY a)',
    'WITH x AS (SELECT a FROM t ORDER BY a) SELECT a FROM x',
    'SELECT a FROM t -- ORDER BY a',
    'SELECT a FROM t /* ORDER BY a */',
    "SELECT 'x ORDER BY a' AS b FROM t",
    'SELECT "order by" FROM t',
    'SELECT [order by] FROM t',
    'SELECT a, row_number() OVER (ORDER BY a) FROM t',
    'SELECT group_concat(a ORDER BY a) FROM t',
    'SELECT a FROM t WINDOW w AS (ORDER BY a)',
    '(SELECT a FROM t ORDER BY a LIMIT 2) UNION ALL SELECT 3',
    'SELECT a FROM t ORDER BY a; SELECT b FROM u',
    'INSERT INTO t SELECT 1 RETURNING a',
  ])('after %s', (code) => {
    expect(keys(code)).toEqual([]);
  });

  it.each(['SELECT $$ ORDER BY a $$ FROM t', "SELECT E'it\\'s ORDER BY a' FROM t", 'SELECT 1 /* a /* ORDER */ ORDER BY 1 */ FROM t'])(
    'after %s of PostgreSQL',
    (code) => {
      expect(keys(code, 'postgres')).toEqual([]);
    },
  );
});

describe('keys that are columns of the result', () => {
  it.each([
    ['ORDER BY points', ['name', 'points'], [1]],
    ['ORDER BY 2, "Name"', ['name', 'points'], [1, 0]],
    ['ORDER BY points', ['name'], null],
    ['ORDER BY t.points', ['name', 'points'], null],
    ['ORDER BY points + 1', ['name', 'points'], null],
    ['ORDER BY 3', ['name'], null],
  ])('are found by number or name: %s of %j', (clause, columns, expected) => {
    expect(keyColumns(readRowOrder(`SELECT * FROM t ${clause}`, 'sqlite'), columns)).toEqual(expected);
  });
});

describe('the query for all rows and their keys', () => {
  const ranking = (code: string, columns = ['name']) => rankingQuery(code, readRowOrder(code, 'sqlite'), columns);

  it.each([
    ['SELECT name FROM p ORDER BY points DESC LIMIT 1', 'SELECT name , (points\n) FROM p ORDER BY points DESC ', [1], 0],
    ['SELECT name FROM p ORDER BY name LIMIT 2, 3;', 'SELECT name FROM p ORDER BY name ;', [0], 2],
    ['SELECT name FROM p ORDER BY name LIMIT 3 OFFSET 2', 'SELECT name FROM p ORDER BY name ', [0], 2],
    ['SELECT name FROM p ORDER BY lower(name), 1', 'SELECT name , (lower(name)\n) FROM p ORDER BY lower(name), 1', [1, 0], 0],
    ['SELECT name FROM p LIMIT 1', 'SELECT name FROM p ', [], 0],
    ['SELECT name -- all\nFROM p ORDER BY id', 'SELECT name -- all\n, (id\n) FROM p ORDER BY id', [1], 0],
    ['WITH x AS (SELECT 1) SELECT name FROM x ORDER BY id', 'WITH x AS (SELECT 1) SELECT name , (id\n) FROM x ORDER BY id', [1], 0],
  ])('of %s', (code, expected, columns, offset) => {
    expect(ranking(code)).toEqual({ code: expected, keys: columns, offset });
  });

  it.each([
    ['the result has all keys', 'SELECT name FROM p ORDER BY name'],
    ['any order is right', 'SELECT name FROM p'],
    ['a union can have no more columns', 'SELECT name FROM p UNION SELECT 1 ORDER BY lower(name)'],
    ['the first row is unknown', 'SELECT name FROM p ORDER BY name LIMIT 2 OFFSET :start'],
    ['it is no query', 'PRAGMA table_list'],
  ])('is not needed or possible if %s', (_, code) => {
    expect(ranking(code)).toBeNull();
  });
});

it.each<[string, (size: number) => string]>([
  ['parentheses around it', (size) => `${'('.repeat(size)}SELECT 1${')'.repeat(size)}`],
  ['statements', (size) => '(SELECT 1);'.repeat(size)],
  ['keys', (size) => `SELECT 1 ORDER BY ${'a,'.repeat(size)}b`],
])('takes a time that is linear in the %s', (_, written) => {
  expect(growthBeyondLinear((size) => readRowOrder(written(size), 'sqlite'), 1 << 13, 1 << 11)).toBeNull();
});

it('counts each key once, however often it is written', () => {
  const order = readRowOrder(`SELECT a FROM t ORDER BY ${'a, A, 1, '.repeat(100)}a`, 'sqlite');
  expect(keyColumns(order, ['a'])).toEqual([0]);
});

it.each([2, 5_000])('reads a query in %i parentheses', (count) => {
  expect(keys(`${'('.repeat(count)}SELECT a FROM t ORDER BY a${')'.repeat(count)}`)).toEqual(['a']);
});

it('takes the order of very long code as its own', () => {
  expect(keys(`SELECT a FROM t -- ${'x'.repeat(100_000)}`)).toBeNull();
});
