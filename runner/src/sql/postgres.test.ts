import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { usualRunner } from '../../testing/matrix.ts';
import { buildRequest, type TestRunner } from '../../testing/test-runner.ts';

const SLOW = 180_000;

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

async function runSql(
  code: string,
  options: { files?: Readonly<Record<string, string>>; maxRows?: number } & Omit<
    NonNullable<Parameters<TestRunner['run']>[1]>,
    'files'
  > = {},
): Promise<RunOutcome> {
  const { files = {}, maxRows = 100, ...request } = options;
  const sent = await Promise.all(Object.entries(files).map(async ([name, text]) => ({ name, sha256: await runner.send(text) })));
  return runner.run(code, { language: 'sql', sql: { engine: 'postgres', max_rows: maxRows }, files: sent, ...request });
}
const tableOf = ({ output }: RunOutcome): unknown => (output === '' ? null : JSON.parse(output));

describe('a run on PostgreSQL', () => {
  it(
    'returns every type of value unchanged',
    async () => {
      const cells: [expression: string, cell: unknown][] = [
        ['NULL', null],
        ['-7', -7],
        ['9007199254740993', { type: 'integer', text: '9007199254740993' }],
        ['1.50', { type: 'numeric', text: '1.50' }],
        ['1.5::float8', 1.5],
        ["'NaN'::float8", { type: 'real', text: 'NaN' }],
        ["'-Infinity'::float8", { type: 'real', text: '-Infinity' }],
        ['1 = 1', true],
        ["'Selma Lagerlöf 😀'::text", 'Selma Lagerlöf 😀'],
        ['chr(8232) || chr(8233)', '\u2028\u2029'],
        ["date '2024-02-29'", '2024-02-29'],
        ["timestamptz '2024-02-29 12:00+02'", '2024-02-29 10:00:00+00'],
        ["interval '1 day 2 hours'", '1 day 02:00:00'],
        ["'\\x00ff'::bytea", { type: 'blob', text: '00ff' }],
        ['ARRAY[1, 2]', '{1,2}'],
        ['\'{"a": 1}\'::jsonb', '{"a": 1}'],
      ];
      const outcome = await runSql(`SELECT ${cells.map(([expression], index) => `${expression} AS c${index}`).join(', ')}`);
      expect(outcome.error).toBeNull();
      expect((tableOf(outcome) as unknown[][])[1]).toEqual(cells.map(([, cell]) => cell));
    },
    SLOW,
  );

  it(
    'runs statement by statement, with the files of the lesson, up to an error and its position',
    async () => {
      const files = {
        'build.sql':
          'CREATE TABLE shops (id int);\n/* a; /* b; */ c */ INSERT INTO shops VALUES (1), (2);\nCREATE FUNCTION two() RETURNS int LANGUAGE sql AS $body$ SELECT 1; SELECT 2; $body$;',
        'Goods.csv': 'Name,price,zip\n"a, ""b""",1,01234\nc,2.5,\n',
        'notes.txt': 'of no interest',
      };
      const code = [
        'SELECT name, price, zip, two() AS two, (SELECT count(*) FROM shops) AS n FROM goods ORDER BY name;',
        "INSERT INTO shops VALUES (3); DO $$ BEGIN RAISE NOTICE 'one; two'; END $$;",
        'SELECT',
        "  'ö😀', nope;",
        'SELECT 5',
      ].join('\n');
      const outcome = await runSql(code, { files });
      expect(tableOf(outcome)).toEqual([
        ['name', 'price', 'zip', 'two', 'n'],
        ['a, "b"', 1, '01234', 2, 2],
        ['c', 2.5, null, 2, 2],
      ]);
      expect(outcome.error).toMatchObject({ name: 'ERROR 42703', message: 'column "nope" does not exist', line: 4, column: 10 });
      expect(outcome).toMatchObject({ stderr: 'NOTICE: one; two\n', limit: null, cut: [], vars: [] });
    },
    SLOW,
  );

  it(
    'sees the preamble, keeps the first rows, and starts empty for the next run',
    async () => {
      const preamble = ['CREATE TABLE t AS SELECT generate_series(1, 50) AS i'];
      const outcome = await runSql('SELECT i FROM t', { preamble, maxRows: 10 });
      expect([tableOf(outcome), outcome.cut]).toEqual([[['i'], ...Array.from({ length: 10 }, (_, index) => [index + 1])], ['rows']]);
      const next = await runSql('CREATE TABLE u (i int); SELECT i FROM t');
      expect(next).toMatchObject({ output: '', error: { message: 'relation "t" does not exist' } });
    },
    SLOW,
  );

  it(
    'names an invalid file of the lesson',
    async () => {
      const { error } = await runSql('SELECT 1', { files: { 'build.sql': 'CREATE TABEL t' } });
      expect(error).toMatchObject({ name: 'LessonFiles', line: null });
      expect(error?.message).toMatch(/^The lesson file build\.sql failed: syntax error/);
    },
    SLOW,
  );

  it(
    'is checked',
    async () => {
      const checks = {
        custom: 'result_equals_answer()\nresult_rows(2)\nresult_rows(3)',
        unit: null,
        legacy: 'assert result["rows"] == [[1], [2]]\nassert result["rows"] == [[1]]',
        answer_code: 'SELECT generate_series(1, 2) AS n',
      };
      const { custom, legacy } = await runSql('SELECT 1 AS n UNION ALL SELECT 2', { checks });
      expect([custom?.error, legacy?.error]).toEqual([null, null]);
      const passed = [custom, legacy].map((check) => check?.results.map(({ pass }) => pass));
      expect(passed).toEqual([
        [true, true, false],
        [true, false],
      ]);
    },
    SLOW,
  );

  it(
    'is stopped with its client, and no waiting process is left when the runner ends',
    async () => {
      const stop = new AbortController();
      const code = 'DO $$ BEGIN LOOP NULL; END LOOP; END $$';
      const body = JSON.stringify(buildRequest({ language: 'sql', code, sql: { engine: 'postgres', max_rows: 1 } }));
      const response = await runner.call('POST', '/runs', body, stop.signal);
      expect(response.status).toBe(200);
      stop.abort();
      await expect.poll(async () => (await runner.health()).running, { timeout: 300_000 }).toBe(0);
      await expect
        .poll(async () => (await runner.health()).slots.find(({ environment }) => environment === 'postgres')?.idle, { timeout: 300_000 })
        .toBe(1);
    },
    SLOW,
  );
});
