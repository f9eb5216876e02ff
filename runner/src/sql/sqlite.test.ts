import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

/** Runs SQL on the given files; every file is sent first. */
async function runSql(
  code: string,
  options: { files?: Readonly<Record<string, string | Buffer>>; maxRows?: number } & Omit<
    NonNullable<Parameters<TestRunner['run']>[1]>,
    'files'
  > = {},
): Promise<RunOutcome> {
  const { files = {}, maxRows = 100, ...request } = options;
  const sent = await Promise.all(Object.entries(files).map(async ([name, bytes]) => ({ name, sha256: await runner.send(bytes) })));
  return runner.run(code, { language: 'sql', sql: { engine: 'sqlite', max_rows: maxRows }, files: sent, ...request });
}
const tableOf = ({ output }: RunOutcome): unknown => (output === '' ? null : JSON.parse(output));

/** A database file written by SQLite itself. */
function buildDatabase(script: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'lessonwright-database-'));
  const file = join(folder, 'made.db');
  const program = 'import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])\nc.close()';
  execFileSync('python3', ['-c', program, file, script]);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

describe('a query', () => {
  it('gives its rows below the names of its columns', async () => {
    const outcome = await runSql("SELECT 1 AS one, 'x' AS text UNION ALL SELECT 2, NULL");
    expect(tableOf(outcome)).toEqual([
      ['one', 'text'],
      [1, 'x'],
      [2, null],
    ]);
    expect(outcome).toMatchObject({ error: null, limit: null, cut: [], vars: [], images: [], stderr: '' });
  });

  it.each<[expression: string, cell: unknown]>([
    ['NULL', null],
    ['-7', -7],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', { type: 'integer', text: '9007199254740992' }],
    ['-9223372036854775808', { type: 'integer', text: '-9223372036854775808' }],
    ['1.5', 1.5],
    ['0.1 + 0.2', 0.300_000_000_000_000_04],
    ['1.0', { type: 'real', text: '1.0' }],
    ['9e999', { type: 'real', text: 'Infinity' }],
    ["'Selma Lagerlöf 😀'", 'Selma Lagerlöf 😀'],
    ["'1'", '1'],
    ['\'["a"]\'', '["a"]'],
    ["date('2024-02-29')", '2024-02-29'],
    ["x'00ff'", { type: 'blob', text: '00ff' }],
    ["x''", { type: 'blob', text: '' }],
    ["CAST(x'ff41' AS TEXT)", '\ufffdA'],
    ['1 = 1', 1],
  ])('returns %s unchanged', async (expression, cell) => {
    expect(tableOf(await runSql(`SELECT ${expression} AS x`))).toEqual([['x'], [cell]]);
  });

  it('returns a long blob as its start, length and digest', async () => {
    const sha256 = createHash('sha256').update(Buffer.alloc(1000)).digest('hex');
    const [, row] = tableOf(await runSql('SELECT zeroblob(1000)')) as unknown[][];
    expect(row).toEqual([{ type: 'blob', text: '00'.repeat(64), bytes: 1000, sha256 }]);
  });

  it('that finds nothing still has its columns', async () => {
    expect(tableOf(await runSql('SELECT 1 AS a, 2 AS a WHERE 0'))).toEqual([['a', 'a']]);
  });

  it.each([
    ['as many as are kept', 10, 10, []],
    ['more than are kept', 11, 10, ['rows']],
  ])('has %s', async (_, count, kept, cut) => {
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n`;
    const outcome = await runSql(numbers, { maxRows: 10 });
    expect(tableOf(outcome)).toHaveLength(kept + 1);
    expect(outcome.cut).toEqual(cut);
    expect(outcome.error).toBeNull();
  });

  it('cuts the result of a query with long rows after a whole row', async () => {
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)';
    const outcome = await runSql(`${numbers} SELECT printf('%.1000c', 'x') FROM n`, { limits: { stream_bytes: 20_000 } });
    const rows = tableOf(outcome) as unknown[][];
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(20);
    expect(outcome).toMatchObject({ cut: ['rows'], error: null, limit: null });
  });
});

describe('commands of the program sqlite3', () => {
  const tables =
    'CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE); CREATE VIEW old AS SELECT 1;\nCREATE INDEX titles ON books (title);\n';

  it.each<[string, unknown]>([
    ['.tables', [['table'], ['books'], ['old']]],
    ['.tables b%', [['table'], ['books']]],
    ['.schema old', [['schema'], ['CREATE VIEW old AS SELECT 1;']]],
    ['  .indices books;', [['index'], ['sqlite_autoindex_books_1'], ['titles']]],
    ['.headers on\n.mode column\nSELECT 1 AS one;\n.width 10', [['one'], [1]]],
    ['SELECT\n.5 AS half', [['half'], [0.5]]],
  ])('%s', async (code, expected) => {
    const outcome = await runSql(tables + code);
    expect(outcome).toMatchObject({ error: null, stderr: '' });
    expect(tableOf(outcome)).toEqual(expected);
  });

  it.each(['.import a.csv a', '.quit', '.shell ls', '.s'])('%s is refused', async (command) => {
    expect((await runSql(`SELECT 1;\n${command}\nSELECT 2`)).error).toMatchObject({
      name: 'NotAllowed',
      message: `${command.split(' ')[0]} is a command of the program sqlite3 and does not work here. These do: .tables, .schema and .indexes.`,
      line: 2,
    });
  });
});

describe('several statements', () => {
  it('all run, and the last result is returned', async () => {
    const code = 'CREATE TABLE t (a);\nINSERT INTO t VALUES (1), (2);\nSELECT count(*) AS n FROM t;\nUPDATE t SET a = 3; -- the end\n';
    expect(tableOf(await runSql(code))).toEqual([['n'], [2]]);
  });

  it.each([
    ['none', 'CREATE TABLE t (a)'],
    ['nothing but comments', '-- a comment; with a semicolon\n/* SELECT 1; */ ;;'],
    ['nothing', ''],
  ])('of which none has a result have no output: %s', async (_, code) => {
    expect(await runSql(code)).toMatchObject({ output: '', error: null });
  });

  it.each<[what: string, code: string, cells: unknown[]]>([
    ['texts with semicolons', "SELECT 1; SELECT 'a;b''c;' AS x", ["a;b'c;"]],
    ['names with semicolons', 'SELECT 1; SELECT 5 AS "a;b"', [5]],
    ['other quotes', 'SELECT 1; SELECT 5 AS [a;b], 6 AS `c;d`', [5, 6]],
    ['comments with semicolons', 'SELECT 1; SELECT /* ; */ 5 -- ; \n', [5]],
    [
      'triggers',
      'CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET a = a + 1; UPDATE t SET a = a * 2; END; INSERT INTO t VALUES (1); SELECT a FROM t',
      [4],
    ],
    ['results of changes', 'CREATE TABLE t (a); INSERT INTO t VALUES (7) RETURNING a', [7]],
    ['transactions', 'CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1); ROLLBACK; SELECT count(*) FROM t', [0]],
    ['harmless pragmas', 'CREATE TABLE t (a); PRAGMA table_info(t)', [0, 'a', '', 0, null, 0]],
    [
      'full text search',
      "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('one two'); SELECT x FROM f WHERE f MATCH 'two'",
      ['one two'],
    ],
  ])('know %s', async (_, code, cells) => {
    const outcome = await runSql(code);
    expect(outcome.error).toBeNull();
    expect((tableOf(outcome) as unknown[][])[1]).toEqual(cells);
  });
});

describe('an error', () => {
  it.each<[code: string, name: string, message: string, line: number, column: number | null]>([
    ['SELECT 1;\n\nSELECT * FORM t', 'OperationalError', 'near "FORM": syntax error', 3, 10],
    ['SELECT a\n  FROM (SELECT 1 AS a)\n WHERE a a a', 'OperationalError', 'near "a": syntax error', 3, 10],
    ['SELECT\n  name\n  FROM (SELECT 1)', 'OperationalError', 'no such column: name', 2, 3],
    ['SELECT 1; SELECT * FROM nowhere', 'OperationalError', 'no such table: nowhere', 1, 25],
    ['SELECT "one\ntwo', 'OperationalError', 'unrecognized token: ""one\ntwo"', 1, 8],
    ['SELECT nope(1)', 'OperationalError', 'no such function: nope', 1, 8],
    ['SELECT (', 'OperationalError', 'incomplete input', 1, null],
    [
      'CREATE TABLE t (a UNIQUE);\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (1);',
      'IntegrityError',
      'UNIQUE constraint failed: t.a',
      3,
      null,
    ],
  ])('of %j has a name, message and position', async (code, name, message, line, column) => {
    const { error } = await runSql(code);
    expect(error).toEqual({ name, message, line, column, traceback: `${name}: ${message}` });
  });

  it('keeps the previous result', async () => {
    const outcome = await runSql('SELECT 1 AS a; SELECT nope');
    expect(tableOf(outcome)).toEqual([['a'], [1]]);
    expect(outcome.error?.line).toBe(1);
  });

  it('reports an error in the preamble without a line', async () => {
    expect((await runSql('SELECT 1', { preamble: ['SELEC 1'] })).error).toMatchObject({ line: null, column: null });
  });
});

describe('the database', () => {
  it('sees the preamble, which has no result', async () => {
    const preamble = ["CREATE TABLE t (a); INSERT INTO t VALUES ('before'); SELECT 'shown'"];
    expect(await runSql('INSERT INTO t VALUES (1)', { preamble })).toMatchObject({ output: '', error: null });
    expect(tableOf(await runSql('SELECT a FROM t', { preamble }))).toEqual([['a'], ['before']]);
  });

  it('is a copy of the file: the next run finds it unchanged', async () => {
    const files = { 'shop.db': buildDatabase('CREATE TABLE t (a); INSERT INTO t VALUES (1)') };
    expect(tableOf(await runSql('DELETE FROM t; SELECT count(*) AS n FROM t', { files }))).toEqual([['n'], [0]]);
    expect(tableOf(await runSql('SELECT count(*) AS n FROM t', { files }))).toEqual([['n'], [1]]);
  });

  it('is recognized by its content, whatever its name, also in WAL mode', async () => {
    const files = { 'shop.data': buildDatabase('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (5)') };
    expect(tableOf(await runSql('INSERT INTO t VALUES (6); SELECT a FROM t', { files }))).toEqual([['a'], [5], [6]]);
  });

  it('is the first of several; the others are attached by name', async () => {
    const files = {
      'a.db': buildDatabase('CREATE TABLE t (x); INSERT INTO t VALUES (1)'),
      'b side.sqlite': buildDatabase('CREATE TABLE u (y); INSERT INTO u VALUES (2)'),
    };
    const outcome = await runSql('UPDATE "b side".u SET y = 3; SELECT x, y FROM t, "b side".u', { files });
    expect(tableOf(outcome)).toEqual([
      ['x', 'y'],
      [1, 3],
    ]);
  });

  it('is built by a script if there is no file of its name', async () => {
    const script = '-- makes shop.db\nBEGIN TRANSACTION;\nCREATE TABLE t (a);\nINSERT INTO t VALUES (1);\nCOMMIT;\n';
    expect(tableOf(await runSql('SELECT a FROM t', { files: { 'shop.sql': script } }))).toEqual([['a'], [1]]);
    const files = { 'shop.sql': script, 'shop.db': buildDatabase('CREATE TABLE t (a); INSERT INTO t VALUES (2)') };
    expect(tableOf(await runSql('SELECT a FROM t', { files }))).toEqual([['a'], [2]]);
  });

  it('has a table for each CSV file, of the types of its cells', async () => {
    const files = { 'my shops.csv': '\ufeffname,price,zip,n,\r\n"a, ""b""",1,01234,1,\r\nc,2.5,1,,x\r\n', 'two.tsv': 'a\tb\n1\t2\n' };
    const outcome = await runSql('SELECT *, typeof(price) AS p, typeof(zip) AS z, typeof(n) AS t FROM "my shops"', { files });
    expect(tableOf(outcome)).toEqual([
      ['name', 'price', 'zip', 'n', 'column_5', 'p', 'z', 't'],
      ['a, "b"', { type: 'real', text: '1.0' }, '01234', 1, null, 'real', 'text', 'integer'],
      ['c', 2.5, '1', null, 'x', 'real', 'text', 'null'],
    ]);
    expect(tableOf(await runSql('SELECT a + b AS sum FROM two', { files }))).toEqual([['sum'], [3]]);
  });

  it('names the tables of files with the same name by their folders', async () => {
    const files = { '2023/birds.csv': 'n\n1\n', '2024/birds.csv': 'n\n2\n' };
    expect(tableOf(await runSql('SELECT a.n, b.n AS m FROM "2023_birds" a, "2024_birds" b', { files }))).toEqual([
      ['n', 'm'],
      [1, 2],
    ]);
  });

  it.each<[what: string, files: Record<string, string>, message: RegExp]>([
    ['a broken database', { 'x.db': 'SQLite format 3\0and nothing else' }, /^Couldn’t read the database x\.db/],
    ['two files for one table', { 'a.csv': 'a\n1\n', 'a.tsv': 'a\n1\n' }, /^The files a\.csv and a\.tsv would both be the table a\./],
    ['a broken script', { 'x.sql': 'CREATE TABEL t' }, /^The lesson file x\.sql failed: near "TABEL"/],
  ])('with %s is reported', async (_, files, message) => {
    const { error } = await runSql('SELECT 1', { files });
    expect(error).toMatchObject({ name: 'LessonFiles', message: expect.stringMatching(message), line: null });
  });
});

it('the runner offers sql, and rejects a request without a database', async () => {
  expect((await runner.health()).languages.sql).toEqual({ available: true, versions: [], builds: {}, reason: null });
  await expect(runner.events({ language: 'sql', code: 'SELECT 1' })).rejects.toThrow(/does not name a database/);
});
