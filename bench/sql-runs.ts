import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measureInTurn, timed, type TimedWork } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn } from './run-screen.ts';

const PYTHON = '/usr/bin/python3';
const QUERY = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT sum(i) AS total FROM n';
const COLD = `import sqlite3\nprint(sqlite3.connect(':memory:').execute(${JSON.stringify(QUERY)}).fetchall())`;
const SQLITE_RUNS = 20;
const POSTGRES_RUNS = 7;
/** Pause between two runs of an author; the next PostgreSQL warms up in the pause. */
const PAUSE_MS = 3_000;

/** A query through POST /api/run-code, in turn with starting the database for it. */
export async function measureSql({ client, sizes }: Bench): Promise<Line[]> {
  const sqlite = await openQuery(client, 900_003, []);
  const postgres = await openQuery(client, 900_004, ['Postgres']);
  const paused: TimedWork = async () => {
    await sleep(PAUSE_MS);
    return timed(postgres)();
  };
  const lite = await measureInTurn(
    { ours: timed(sqlite), cold: timed(() => promisify(execFile)(PYTHON, ['-c', COLD])) },
    { rounds: sizes.times(SQLITE_RUNS), warmUp: 2 },
  );
  const large = await measureInTurn({ ours: paused, cold: timed(runPGlite) }, { rounds: sizes.times(POSTGRES_RUNS) });
  return [
    {
      what: 'query on SQLite through HTTP',
      samples: lite.ours,
      against: 'python3 with sqlite3 started cold, outside any sandbox',
      baseline: lite.cold,
    },
    {
      what: 'query on PostgreSQL through HTTP',
      samples: large.ours,
      against: 'PGlite started for the query, in this process',
      baseline: large.cold,
    },
  ];
}

async function openQuery(client: Client<Api>, sequence: number, features: readonly 'Postgres'[]): Promise<() => Promise<void>> {
  const screen = await createRunScreen(client, { sequence, language: 'sql' });
  await client.saveLesson({ params: { id: screen.lesson_id }, body: { enabled_features: [...features] } });
  return async () => {
    const { output } = await runOn(client, screen, QUERY);
    if (!output.includes('500500')) throw new Error(`The query returned something else: ${output.slice(0, 500)}`);
  };
}

async function runPGlite(): Promise<void> {
  const database = await PGlite.create('memory://');
  await database.query(QUERY);
  await database.close();
}
