import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import { hostileCode } from '../../testing/matrix.ts';
import { OwnPostgres } from '../../testing/own-postgres.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const MIB = 1024 * 1024;
const SHORT: Partial<RunLimits> = { wall_seconds: 2, cpu_seconds: 20 };
/** For code that only its time limit ends. */
const TIME: Partial<RunLimits> = { ...SHORT, wall_seconds: 0.5 };
const numbers = (count: number | null) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n${count === null ? '' : ` WHERE i < ${count}`})`;

type Engine = 'sqlite' | 'postgres';

function sqlOn(runner: () => TestRunner, engine: Engine) {
  return (code: string, limits: Partial<RunLimits> = {}): Promise<RunOutcome> =>
    runner().run(code, { language: 'sql', sql: { engine, max_rows: 1_000 }, limits });
}

const inSituations = hostileCode();

async function expectNextFine(run: ReturnType<typeof sqlOn>): Promise<void> {
  const next = await run('SELECT name FROM sqlite_master; SELECT 42 AS fine');
  expect([next.error, next.limit, next.output]).toEqual([null, null, '[["fine"],\n[42]]\n']);
}

// Root could open and write any file.
inSituations(['warm, as root'], 'SQLite', (runner) => {
  const run = sqlOn(runner, 'sqlite');

  it.each<[what: string, code: string, message: RegExp]>([
    ['another file as a database', "ATTACH '/etc/passwd' AS p", /^ATTACH is not allowed/],
    ['a new file as a database', "ATTACH '/work/new.db' AS n", /^ATTACH is not allowed/],
    ['a database in memory', "ATTACH ':memory:' AS m", /^ATTACH is not allowed/],
    ['a file by an address', "ATTACH 'file:/etc/passwd?mode=ro' AS p", /^ATTACH is not allowed/],
    ['a file whose name is computed', "ATTACH '/etc/' || 'passwd' AS p", /^ATTACH is not allowed/],
    ['what was attached', 'DETACH main', /^DETACH is not allowed/],
    ['a copy elsewhere', "VACUUM INTO '/tmp/copy.db'", /is not allowed/],
    ['a library', "SELECT load_extension('/lib/x86_64-linux-gnu/libc.so.6')", /^load_extension\(\) is not allowed/],
    ['a tokenizer at an address of memory', "SELECT fts3_tokenizer('simple', x'4141414141414141')", /^fts3_tokenizer\(\) is not allowed/],
    ['a file by a function', "SELECT readfile('/etc/passwd')", /^no such function: readfile/],
    ['a file to write', "SELECT writefile('/tmp/x', 'x')", /^no such function: writefile/],
    ['a file as a table', "CREATE VIRTUAL TABLE t USING csv(filename='/etc/passwd')", /^no such module: csv/],
    ['the file system as a table', "SELECT * FROM fsdir('/')", /^no such table: fsdir/],
    ['the schema as a table to write', 'PRAGMA writable_schema = 1; DELETE FROM sqlite_master', /^PRAGMA writable_schema is not allowed/],
    ['the schema without asking', "INSERT INTO sqlite_master VALUES ('table', 't', 't', 0, 'x')", /may not be modified/],
    ['the folder of temporary files', "PRAGMA temp_store_directory = '/work'", /^PRAGMA temp_store_directory is not allowed/],
    ['temporary files at all', 'PRAGMA temp_store = FILE', /^PRAGMA temp_store is not allowed/],
    ['another journal', 'PRAGMA journal_mode = WAL', /^PRAGMA journal_mode is not allowed/],
    ['more memory', 'PRAGMA hard_heap_limit = 0', /^PRAGMA hard_heap_limit is not allowed/],
    ['more pages', 'PRAGMA max_page_count = 1000000000', /^PRAGMA max_page_count is not allowed/],
    ['memory that is mapped', 'PRAGMA mmap_size = 1000000000000', /^PRAGMA mmap_size is not allowed/],
    ['a setting by its table', 'SELECT * FROM pragma_writable_schema(1)', /^too many arguments/],
    [
      'a trigger that attaches',
      "CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT load_extension('x'); END; INSERT INTO t VALUES (1)",
      /not allowed/,
    ],
  ])('does not allow %s', async (__, code, message) => {
    const { error, output } = await run(code);
    expect(error?.message).toMatch(message);
    expect(error?.line).toBe(1);
    expect(output).toBe('');
  });

  it('leaves nothing for the next run', () => expectNextFine(run));
});

// No control group limits it.
inSituations(['warm, as a user'], 'SQLite', (runner) => {
  const run = sqlOn(runner, 'sqlite');

  it.each<[what: string, code: string, limit: RunOutcome['limit'], limits?: Partial<RunLimits>]>([
    ['a recursion without end', `${numbers(null)} SELECT count(*) FROM n`, 'time', TIME],
    [
      'a table that is joined with itself again and again',
      `CREATE TABLE t AS ${numbers(1000)} SELECT i FROM n; SELECT count(*) FROM t a, t b, t c, t d`,
      'time',
      TIME,
    ],
    ['a table that grows', `CREATE TABLE t AS ${numbers(null)} SELECT randomblob(900000) AS x FROM n`, 'disk', { disk_bytes: 4 * MIB }],
  ])('ends %s, and names the limit', async (__, code, limit, limits = SHORT) => {
    const outcome = await run(code, limits);
    expect([outcome.limit, outcome.error?.line]).toEqual([limit, 1]);
  });

  it.each<[what: string, code: string]>([
    [
      'a trigger that calls itself',
      'PRAGMA recursive_triggers = 1; CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO t VALUES (new.a + 1); END; INSERT INTO t VALUES (1)',
    ],
    ['a table that grows in the folder of temporary ones', `CREATE TEMP TABLE t AS ${numbers(null)} SELECT randomblob(900000) AS x FROM n`],
    ['a sum of texts', `${numbers(100_000)} SELECT length(group_concat(hex(zeroblob(400000)))) FROM n`],
    ['rows that are sorted', `${numbers(5_000)} SELECT hex(randomblob(400000)) AS x FROM n ORDER BY x`],
    ['one thing that is too large', 'SELECT hex(zeroblob(900000000))'],
    ['a text that grows when it is replaced', "SELECT replace(hex(zeroblob(1000000)), '0', hex(zeroblob(1000)))"],
    ['a text of a great width', "SELECT length(printf('%.1000000000c', 'x'))"],
    ['a pattern that takes for ever', "SELECT hex(zeroblob(4000000)) LIKE '%0%0%0%0%0%0%0%0%0%0%0%0%0%0%0%1'"],
    ['a pattern of names that takes for ever', `SELECT hex(zeroblob(4000000)) GLOB '${'*0'.repeat(200)}1'`],
    ['expressions within one another', `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['selects without number', Array.from({ length: 5_000 }, () => 'SELECT 1').join(' UNION ALL ')],
    ['JSON within itself', `SELECT json('${'['.repeat(100_000)}')`],
    ['statements without number', 'SELECT 1;'.repeat(20_000)],
    ['columns without number', `CREATE TABLE t (${Array.from({ length: 5_000 }, (__, index) => `c${index}`).join(', ')})`],
    [
      'a full text index that grows',
      `CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f ${numbers(null)} SELECT hex(randomblob(100000)) FROM n`,
    ],
  ])('holds %s', async (__, code) => {
    const outcome = await run(code, { ...SHORT, memory_bytes: 192 * MIB });
    expect(outcome.output.length).toBeLessThanOrEqual(MIB);
  });

  it.each([
    ['without end', `${numbers(null)} SELECT i FROM n`],
    ['of long rows without end', `${numbers(null)} SELECT hex(zeroblob(100000)) FROM n`],
    ['of one row that is too long', 'SELECT hex(zeroblob(4000000))'],
  ])('gives the first rows of a result %s', async (__, code) => {
    const outcome = await run(code, SHORT);
    expect([outcome.error, outcome.limit, outcome.cut]).toEqual([null, null, ['rows']]);
    expect(() => JSON.parse(outcome.output) as unknown).not.toThrow();
  });

  it('stays within a small memory limit', async () => {
    const outcome = await run(`${numbers(50_000)} SELECT hex(randomblob(50000)) AS x FROM n ORDER BY x`, { memory_bytes: 96 * MIB });
    expect(outcome).toMatchObject({ limit: 'memory', error: { name: 'MemoryLimit', line: 1 } });
  });

  it('leaves nothing for the next run', () => expectNextFine(run));
});

// PostgreSQL itself refuses it, in any process: it has no files but its own, and no programs.
describe('PostgreSQL', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => {
    postgres = await OwnPostgres.open();
  });

  it.each<[what: string, code: string, error: RegExp]>([
    ['a program to write to', "COPY (SELECT 1) TO PROGRAM 'cat > /tmp/x'", /^COPY is not allowed/],
    ['a program to read from', "CREATE TABLE t (a text); COPY t FROM PROGRAM 'cat /etc/passwd'", /^COPY is not allowed/],
    ['a file', "SELECT pg_read_file('/etc/passwd')", /No such file/],
    ['a file in pieces', "SELECT lo_import('/etc/passwd')", /No such file/],
    ['another language', "CREATE FUNCTION f() RETURNS void LANGUAGE plpython3u AS 'import os'", /plpython3u/],
    ['a library', "LOAD '/lib/x86_64-linux-gnu/libc.so.6'", /./],
    ['a function of a library', "CREATE FUNCTION f(text) RETURNS int AS '/lib/x86_64-linux-gnu/libc.so.6', 'system' LANGUAGE C", /./],
    ['another database', 'CREATE EXTENSION dblink', /dblink/],
  ])('does not allow %s', async (_, code, message) => {
    const { error, output } = await postgres.run(code);
    expect(error?.message).toMatch(message);
    expect(output).toBe('');
  });
});

// No control group limits it, and everything it starts has the runner's user.
inSituations(['warm, as a user'], 'PostgreSQL', (runner) => {
  const run = sqlOn(runner, 'postgres');

  // It ends the database, so it has one of its own.
  it('does not allow a program by a function', async () => {
    const { error, output } = await run("DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''id'''; END $$");
    expect(error).not.toBeNull();
    expect(output).toBe('');
  });

  it('shows no files of the machine, and reads none', async () => {
    const { output, error } = await run("SELECT pg_ls_dir('/') AS name; SELECT pg_read_file('/etc/passwd')");
    expect(output).toContain('"name"');
    expect(output).not.toMatch(/"(etc|work|usr|opt)"/);
    expect(error?.message).toMatch(/No such file/);
  });

  it.each<[what: string, code: string, limits: RunOutcome['limit'][]]>([
    ['a loop without end', 'DO $$ BEGIN LOOP NULL; END LOOP; END $$', ['time']],
    [
      'a loop that catches what ends it',
      'DO $$ BEGIN LOOP BEGIN PERFORM 1/0; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$',
      ['time'],
    ],
    ['a series without end', 'SELECT count(*) FROM generate_series(1, 100000000000)', ['time']],
    ['a series that is kept', 'CREATE TABLE t AS SELECT repeat(i::text, 1000) FROM generate_series(1, 100000000) AS i', ['time', 'memory']],
    ['one thing that is too large', "SELECT repeat('x', 1000000000)", [null, 'time', 'memory']],
    ['notices without end', "DO $$ BEGIN LOOP RAISE NOTICE '%', repeat('x', 100000); END LOOP; END $$", ['time', 'memory', 'output']],
  ])(
    'holds %s',
    async (_, code, limits) => {
      const outcome = await run(code, limits.length === 1 ? TIME : SHORT);
      expect(limits).toContain(outcome.limit);
      expect(outcome.error?.line ?? 1).toBe(1);
      expect(outcome.output.length).toBeLessThanOrEqual(MIB);
    },
    120_000,
  );

  it('leaves nothing for the next run', async () => {
    const next = await run("SELECT count(*) AS tables FROM pg_tables WHERE schemaname = 'public'");
    expect([next.error, next.limit, next.output]).toEqual([null, null, '[["tables"],\n[0]]\n']);
  });
});
