import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measure } from './measure.ts';
import type { Comparison } from './report.ts';

const PYTHON = '/usr/bin/python3';
const QUERY = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT sum(i) AS total FROM n';
const COLD = `import sqlite3\nprint(sqlite3.connect(':memory:').execute(${JSON.stringify(QUERY)}).fetchall())`;
const SQLITE_RUNS = 20;
const POSTGRES_RUNS = 5;
/** Pause between two runs of an author; the next PostgreSQL warms up in the pause. */
const PAUSE_MS = 3_000;

/** POST /api/run-code with a query, compared with starting the database for it. */
export async function measureSql(client: Client<Api>): Promise<Comparison[]> {
  const sqlite = await buildRun(client, 900_003, []);
  const postgres = await buildRun(client, 900_004, ['Postgres']);
  const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const postgresSamples: number[] = [];
  await postgres();
  for (let run = 0; run < POSTGRES_RUNS; run += 1) {
    await pause();
    postgresSamples.push(...(await measure(postgres, { count: 1, warmUp: 0 })));
  }
  return [
    {
      what: 'POST run-code: a query on SQLite',
      samples: await measure(sqlite, { count: SQLITE_RUNS }),
      against: 'python3 with sqlite3 started cold, outside any sandbox',
      baseline: await measure(() => promisify(execFile)(PYTHON, ['-c', COLD]), { count: SQLITE_RUNS }),
    },
    {
      what: 'POST run-code: a query on PostgreSQL',
      samples: postgresSamples.toSorted((one, other) => one - other),
      against: 'PGlite started for the query, in this process',
      baseline: await measure(runPGlite, { count: POSTGRES_RUNS, warmUp: 1 }),
    },
  ];
}

async function buildRun(client: Client<Api>, sequence: number, features: readonly 'Postgres'[]): Promise<() => Promise<void>> {
  const lesson = await client.createLesson({ body: { sequence, title: `Queries ${sequence}` } });
  await client.saveLesson({ params: { id: lesson.id }, body: { language: 'sql', enabled_features: [...features] } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code' } });
  return async () => {
    let reply = await client.runCode({ body: { lesson_id: lesson.id, screen_id: newScreenId, code: QUERY } });
    while (reply.status === 'pending') {
      const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = reply;
      reply = await client.getCodeRunResults({ params: { screenId: newScreenId, runnerName, sessionId, codeRunId } });
    }
    if (reply.error !== null || !reply.output.includes('500500'))
      throw new Error(`The query returned no result: ${JSON.stringify(reply).slice(0, 500)}`);
  };
}

async function runPGlite(): Promise<void> {
  const database = await PGlite.create('memory://');
  await database.query(QUERY);
  await database.close();
}
