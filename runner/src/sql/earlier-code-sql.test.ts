import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { EarlierCell } from '#platform/contract/runner-protocol.ts';
import { earlierCells } from '../../testing/earlier-cells.ts';
import { usualRunner } from '../../testing/matrix.ts';
import { OwnPostgres } from '../../testing/own-postgres.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const SLOW = 180_000;
/** Runs until it is killed, in both databases. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

let runner: TestRunner;
let postgres: OwnPostgres;
beforeAll(async () => {
  runner = await usualRunner();
  postgres = await OwnPostgres.open();
}, SLOW);

const rowsOf = ({ output }: Pick<RunOutcome, 'output'>): unknown => (output === '' ? null : (JSON.parse(output) as unknown[]).slice(1));

describe.each(['sqlite', 'postgres'] as const)('code of earlier screens on %s', (engine) => {
  type Request = NonNullable<Parameters<TestRunner['run']>[1]>;
  const run = (code: string, earlier: EarlierCell[], request: Request = {}) =>
    runner.run(code, { language: 'sql', sql: { engine, max_rows: 100 }, earlier, ...request });
  /** What a database makes of code, whatever contains it. */
  const runInside = (code: string, earlier: EarlierCell[]) =>
    engine === 'postgres' ? postgres.run(code, { earlier }) : run(code, earlier);
  const MADE = 'CREATE TABLE t (a int)';

  it('leaves tables and rows, and no result, on the files of the lesson and before what runs before the code', async () => {
    const files = [{ name: 'books.csv', sha256: await runner.send('id\n3\n') }];
    const preamble = ['INSERT INTO t VALUES (10)'];
    const earlier = earlierCells(MADE, 'INSERT INTO t SELECT id FROM books', 'SELECT 5 AS five; UPDATE t SET a = a + 1');
    const outcome = await run('SELECT a FROM t ORDER BY a', earlier, { files, preamble });
    expect(outcome).toMatchObject({ error: null, earlier_errors: [], stderr: '' });
    expect(rowsOf(outcome)).toEqual([[4], [10]]);
    expect(rowsOf(await runInside('INSERT INTO t VALUES (9)', earlierCells(MADE, 'SELECT 5 AS five')))).toBeNull();
  });

  it('keeps what was done before a failure, goes on, and reports it', async () => {
    const earlier = earlierCells(
      `${MADE}; INSERT INTO t VALUES (1); SELECT nothing FROM t; INSERT INTO t VALUES (2)`,
      'INSERT INTO t VALUES (3)',
      { code: 'SELECT * FROM gone', may_fail: true },
      'SELEC 1',
    );
    const outcome = await runInside('SELECT a FROM t ORDER BY a;\nSELECT b FROM t', earlier);
    expect(rowsOf(outcome)).toEqual([[1], [3]]);
    expect(outcome).toMatchObject({
      error: { line: 2 },
      earlier_errors: [
        { name: 'screen 1', message: expect.stringContaining('nothing') as string },
        { name: 'screen 4', message: expect.stringContaining('SELEC') as string },
      ],
    });
  });

  it.each<[what: string, earlier: string[], code: string, rows: number[]]>([
    ['is committed', ['BEGIN; INSERT INTO t VALUES (1)'], 'SELECT a FROM t', [1]],
    [
      'is committed before another one begins',
      ['BEGIN; INSERT INTO t VALUES (1)'],
      'BEGIN; INSERT INTO t VALUES (2); ROLLBACK; SELECT a FROM t',
      [1],
    ],
    [
      'is committed before one of a later screen',
      ['BEGIN; INSERT INTO t VALUES (1)', 'BEGIN; INSERT INTO t VALUES (2); COMMIT'],
      'SELECT a FROM t',
      [1, 2],
    ],
    ['can be ended by the code', ['BEGIN; INSERT INTO t VALUES (1)'], 'ROLLBACK; SELECT a FROM t', []],
    [
      'can be ended on a screen after the next',
      ['BEGIN; INSERT INTO t VALUES (1)', 'INSERT INTO t VALUES (2)'],
      'ROLLBACK; SELECT a FROM t',
      [],
    ],
  ])('of which a transaction is left open: it %s', async (_, earlier, code, rows) => {
    const outcome = await runInside(code, earlierCells(MADE, ...earlier));
    expect(outcome).toMatchObject({ error: null, earlier_errors: [] });
    expect(rowsOf(outcome)).toEqual(rows.map((row) => [row]));
  });

  it('of which a transaction failed doesn’t fail the code', async () => {
    const outcome = await runInside(
      'INSERT INTO t VALUES (5); SELECT max(a) FROM t',
      earlierCells(`${MADE}; BEGIN; INSERT INTO t VALUES (1); SELECT gone FROM t`),
    );
    expect(outcome).toMatchObject({ error: null, earlier_errors: [{ name: 'screen 1' }] });
    expect(rowsOf(outcome)).toEqual([[5]]);
  });

  it('that runs forever ends the run, and is named', async () => {
    const outcome = await run('SELECT 1', earlierCells('SELECT gone', { code: ENDLESS, may_fail: true }), { limits: { wall_seconds: 1 } });
    expect(outcome).toMatchObject({
      output: '',
      limit: 'time',
      error: { name: 'TimeLimit', line: null, message: expect.stringContaining('screen 2') as string },
      earlier_errors: [{ name: 'screen 1' }],
    });
  });

  it('has the time limit for itself', async () => {
    // In PostgreSQL the end of the earlier code is what counts; SQLite has no statement that waits.
    const earlier = engine === 'postgres' ? earlierCells('SELECT pg_sleep(2.5)') : earlierCells('SELECT 1', 'SELECT 2');
    const own = engine === 'postgres' ? 'SELECT pg_sleep(2.5); SELECT 7' : 'SELECT 7';
    expect(rowsOf(await run(own, earlier, { limits: { wall_seconds: 4 } }))).toEqual([[7]]);
    const endless = await run(ENDLESS, earlierCells('SELECT 1', 'SELECT 2'), { limits: { wall_seconds: 1 } });
    expect(endless).toMatchObject({ limit: 'time', error: { name: 'TimeLimit', line: 1 } });
  });

  it('runs before the answer of a check too', async () => {
    const outcome = await run('SELECT a + 1 AS b FROM t', earlierCells(`${MADE}; INSERT INTO t VALUES (1)`, 'SELECT gone'), {
      checks: { custom: 'result_equals_answer()', legacy: null, unit: null, answer_code: 'SELECT 2 * a AS b FROM t' },
    });
    expect(outcome.custom).toMatchObject({ error: null, results: [{ pass: true }] });
  });
});

describe('code of earlier screens that exceeds a limit of SQLite', () => {
  it('ends the run, and leaves checks that fail', async () => {
    const outcome = await runner.run('SELECT 1', {
      language: 'sql',
      sql: { engine: 'sqlite', max_rows: 10 },
      earlier: earlierCells('CREATE TABLE big AS SELECT randomblob(3000000) AS a UNION ALL SELECT randomblob(3000001)'),
      limits: { disk_bytes: 1024 * 1024 },
      checks: { custom: 'result_equals_answer()', legacy: null, unit: null, answer_code: 'SELECT 1' },
    });
    expect(outcome).toMatchObject({ output: '', limit: 'disk', error: { message: expect.stringContaining('screen 1') as string } });
    expect(outcome.custom?.results.some(({ pass }) => pass) ?? false).toBe(false);
  });
});
