import { expect, it } from 'vitest';
import { columnsOf, parseCsv } from './csv.mts';
import { keepsTransaction, lineAndColumn, splitStatements } from './statements.mts';

it.each<[what: string, code: string, statements: string[]]>([
  ['nothing', ' ;; -- a; b\n/* c; /* d; */ e; */ ', []],
  ['statements', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['what follows a statement', 'SELECT 1 -- the end; of it\n', ['SELECT 1']],
  ['texts', "SELECT 'a;''b'; SELECT E'c\\';d'; SELECT e'x'", ["SELECT 'a;''b'", "SELECT E'c\\';d'", "SELECT e'x'"]],
  ['names', 'SELECT 1 AS "a;""b"; SELECT e', ['SELECT 1 AS "a;""b"', 'SELECT e']],
  ['bodies', 'DO $$ BEGIN; END $$; DO $x$ $$;$$ $x$; SELECT $1', ['DO $$ BEGIN; END $$', 'DO $x$ $$;$$ $x$', 'SELECT $1']],
  ['names with dollars', 'SELECT a$b$; SELECT 2', ['SELECT a$b$', 'SELECT 2']],
  [
    'functions with a body of statements',
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3',
    ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END', 'SELECT 3'],
  ],
  ['transactions', 'BEGIN; SELECT 1; END', ['BEGIN', 'SELECT 1', 'END']],
  ['an unclosed string', "SELECT 1; SELECT 'a; b", ['SELECT 1', "SELECT 'a; b"]],
  ['an unclosed comment', 'SELECT 1; /* a; b', ['SELECT 1']],
])('splits %s', (_, code, statements) => {
  const found = splitStatements(code);
  expect(found.map(({ text }) => text)).toEqual(statements);
  expect(found.every(({ text, start }) => code.startsWith(text, start))).toBe(true);
});

it('lines and columns count from one', () => {
  expect([lineAndColumn('a\nbc', 0), lineAndColumn('a\nbc', 3)]).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 2 },
  ]);
});

it.each<[what: string, text: string, rows: string[][]]>([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes', '"a, ""b""","c\nd"\r\n', [['a, "b"', 'c\nd']]],
  [
    'empty cells and lines',
    'a,\n\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a byte order mark', '\ufeffa\n', [['a']]],
  ['nothing', '', []],
  ['unclosed quotes', '"a,b', [['a,b']]],
])('reads CSV with %s', (_, text, rows) => {
  expect(parseCsv(text, ',')).toEqual(rows);
});

it('columns get the narrowest type that fits all cells, and unique names', () => {
  const rows = [
    ['1', '1', '01', '', 'x', '-2e3'],
    ['', '2.5', '2', '', '1', '3'],
  ];
  expect(columnsOf(['a', 'b', 'c', 'd', 'A', ''], rows)).toEqual([
    { name: 'a', type: 'bigint' },
    { name: 'b', type: 'double precision' },
    { name: 'c', type: 'text' },
    { name: 'd', type: 'text' },
    { name: 'A_5', type: 'text' },
    { name: 'column_6', type: 'double precision' },
  ]);
});

it.each<[codes: string[], keeps: boolean]>([
  [[], false],
  [['SELECT 1', 'UPDATE t SET a = 1'], false],
  [['SELECT 1', '-- end it\nROLLBACK'], true],
  [['COMMIT; BEGIN'], true],
  [['start transaction', 'COMMIT'], false],
  [['Begin; ROLLBACK'], false],
  [['RELEASE a'], true],
  [["SELECT 'commit'"], false],
])('a transaction stays open for %o: %s', (codes, keeps) => {
  expect(keepsTransaction(codes)).toBe(keeps);
});
