import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { GitRepository } from '#features/git/server/index.ts';
import { describeMissingLimits, type RunnerState, whatCannotRun } from '#features/runners/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { recentErrors } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { VERSION } from '#platform/server/version.ts';
import type { DebugState } from '../../contract/debug.ts';
import { PARTS } from '../../contract/health.ts';
import type { BackgroundValue } from '../background-value.ts';
import { getReadiness } from '../health.ts';
import { findLastHousekeeping } from '../housekeeping/last-run.ts';
import { readMemory } from './memory.ts';

/** The database's own statistics. */
async function readDatabaseState(handle: Handle): Promise<{ version: string; bytes: number; connections: number }> {
  const { rows } = await sql<{ version: string; bytes: number; connections: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(handle);
  return rows[0] ?? { version: '', bytes: 0, connections: 0 };
}

/** Interpreters and JupyterLabs with an open session, and environments that were built. */
async function countKept(handle: Handle): Promise<{ sessions: number; environments: number }> {
  const { rows } = await sql<{ sessions: number; environments: number }>`
    select (select count(*)::int from run_sessions) as sessions,
           (select count(distinct environment_hash)::int from builds where state = 'built') as environments`.execute(handle);
  return rows[0] ?? { sessions: 0, environments: 0 };
}

/** How to fix a part that is down. */
const ADVICE: Readonly<Record<(typeof PARTS)[number], string>> = {
  database:
    'Check that PostgreSQL is running and accepts connections, and that the disk of the data folder is not full. Acknowledged saves are not lost.',
  jobs: 'Jobs are stored in the database. If the database is up and this persists, restart the server. Waiting jobs are kept.',
  blobs:
    'Check the free space and permissions of the data folder, or the bucket and its settings (LESSONWRIGHT_S3_…). Until then, uploads are rejected.',
  git: 'Check the free space and permissions of the data folder, and that git is installed. Saves are kept in the database and committed afterward.',
  code_host: 'Check the network, and the address and token of the code host. Commits are stored here and pushed once it responds.',
  runners: 'Check the runner’s log, address and token. Everything except running code still works.',
  sandbox: 'Code cannot run without a sandbox. The reason says what the machine lacks; docs/sandbox.md explains how to provide it.',
};

const REPOSITORIES = ['working.git', 'content.git'];
/** Time limit for git's statistics of a repository; a large, busy one is skipped. */
const GIT_LIMIT_MS = 5_000;

const UNKNOWN_DATABASE = { version: 'unknown', bytes: 0, connections: 0 };
const NOTHING_KEPT = { sessions: 0, environments: 0 };

/** Sizes that take long to count. */
export interface Counts {
  readonly blobs: BackgroundValue<{ count: number; bytes: number }>;
  /** Null: no local runner. */
  readonly runner: BackgroundValue<NonNullable<DebugState['runner_folders']>> | null;
}

/** Everything about the running server that helps to diagnose a fault. Parts that are down don't hide the rest. */
export async function getDebugState(platform: Platform, counts: Counts, startedAt: Date): Promise<DebugState> {
  const { db, config, jobs, blobs, live, log } = platform;
  const [ready, runners, database, kept, queues, repositories, memory, housekeeping] = await Promise.all([
    getReadiness(platform),
    platform.runners.health(),
    readDatabaseState(db).catch(() => UNKNOWN_DATABASE),
    countKept(db).catch(() => NOTHING_KEPT),
    jobs.queues().catch(() => []),
    Promise.all(
      REPOSITORIES.filter((name) => existsSync(join(config.dataFolder, name))).map((name) => describeRepository(config.dataFolder, name)),
    ),
    readMemory(),
    findLastHousekeeping(db).catch(() => null),
  ]);
  const counted = counts.blobs.look();
  return {
    at: new Date().toISOString(),
    started_at: startedAt.toISOString(),
    versions: [
      { name: 'Lessonwright', version: VERSION },
      { name: 'Node', version: process.versions.node },
      { name: 'PostgreSQL', version: database.version },
      ...runners.flatMap(({ name, health }) => (health === null ? [] : [{ name: `Runner ${name}`, version: health.version }])),
    ],
    notices: platform.notices.list(),
    parts: PARTS.map((name) => ({ name, ...ready.parts[name], advice: ready.parts[name].up ? null : ADVICE[name] })),
    queues: queues.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
    runners: runners.map(describeRunner),
    cannot_run: whatCannotRun(runners),
    ...kept,
    environment_bytes: runners.reduce((sum, { health }) => sum + (health?.environments?.bytes ?? 0), 0),
    database: { kind: config.databaseUrl === null ? 'built-in' : 'server', ...database },
    blobs: { kind: blobs.place.kind, place: blobs.place.text, count: counted?.count ?? null, bytes: counted?.bytes ?? null },
    repositories,
    runner_folders: counts.runner === null ? [] : counts.runner.look(),
    errors: recentErrors(log).map(({ at, requestId, text, error }) => ({ at: at.toISOString(), request_id: requestId, text, error })),
    uncaught_errors: ready.uncaught_errors,
    memory,
    live_connections: live.connections,
    housekeeping: {
      started_at: housekeeping?.started_at ?? null,
      ended_at: housekeeping?.ended_at ?? null,
      steps: Object.entries(housekeeping?.steps ?? {}).map(([name, removed]) => ({ name, removed })),
    },
  };
}

function describeRunner(state: RunnerState): DebugState['runners'][number] {
  const { name, health, reason } = state;
  if (health === null) return { name, up: false, reason, capacity: 0, running: 0, queued: 0, slots: [], languages: [] };
  const languages = Object.entries(health.languages).flatMap(([language, { available, versions }]) =>
    available ? [{ language, versions }] : [],
  );
  const { capacity, running, queued, slots, sandbox } = health;
  return {
    name,
    up: true,
    reason: sandbox.ok ? describeMissingLimits([state]) : sandbox.reason,
    capacity,
    running,
    queued,
    slots,
    languages,
  };
}

async function describeRepository(dataFolder: string, name: string): Promise<DebugState['repositories'][number]> {
  const repository = new GitRepository(join(dataFolder, name));
  const ask = (args: string[]) => repository.text(args, { limitMs: GIT_LIMIT_MS }).catch(() => null);
  const [objects, heads] = await Promise.all([ask(['count-objects', '-v']), ask(['for-each-ref', '--format=x', 'refs/heads/'])]);
  const kilobytes = [...(objects ?? '').matchAll(/^size(?:-pack)?: (\d+)$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
  return {
    name,
    bytes: objects === null ? null : kilobytes * 1024,
    branches: heads === null ? null : heads === '' ? 0 : heads.split('\n').length,
  };
}
