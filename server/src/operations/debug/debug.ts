import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DebugState } from '#contract/debug.ts';
import { PARTS } from '#contract/health.ts';
import { getReadiness } from '#server/operations/health.ts';
import { GitRepository } from '#server/platform/git/git.ts';
import { recentErrors } from '#server/platform/log.ts';
import type { Platform } from '#server/platform/platform.ts';
import { notEnforced, type RunnerState } from '#server/platform/runners.ts';
import { VERSION } from '#server/platform/version.ts';
import { ADVICE } from './advice.ts';
import type { BlobUsage } from './blob-usage.ts';
import { readMemory } from './memory.ts';
import { countKept, readDatabaseState } from './queries.ts';

const REPOSITORIES = ['working.git', 'content.git'];
/** Time limit for git's statistics of a repository; a large, busy one is skipped. */
const GIT_LIMIT_MS = 5_000;

const UNKNOWN_DATABASE = { version: 'unknown', bytes: 0, connections: 0 };
const NOTHING_KEPT = { sessions: 0, environments: 0 };

/** Everything about the running server that helps to diagnose a fault. Parts that are down don't hide the rest. */
export async function getDebugState(platform: Platform, usage: BlobUsage, startedAt: Date): Promise<DebugState> {
  const { db, config, jobs, blobs, live, log } = platform;
  const [ready, runners, database, kept, queues, repositories, memory] = await Promise.all([
    getReadiness(platform),
    platform.runners.health(),
    readDatabaseState(db).catch(() => UNKNOWN_DATABASE),
    countKept(db).catch(() => NOTHING_KEPT),
    jobs.queues().catch(() => []),
    Promise.all(
      REPOSITORIES.filter((name) => existsSync(join(config.dataFolder, name))).map((name) => describeRepository(config.dataFolder, name)),
    ),
    readMemory(),
  ]);
  const counted = usage.look();
  return {
    at: new Date().toISOString(),
    started_at: startedAt.toISOString(),
    versions: [
      { name: 'Lessonwright', version: VERSION },
      { name: 'Node', version: process.versions.node },
      { name: 'PostgreSQL', version: database.version },
      ...runners.flatMap(({ name, health }) => (health === null ? [] : [{ name: `Runner ${name}`, version: health.version }])),
    ],
    parts: PARTS.map((name) => ({ name, ...ready.parts[name], advice: ready.parts[name].up ? null : ADVICE[name] })),
    queues: queues.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
    runners: runners.map(describeRunner),
    ...kept,
    database: { kind: config.databaseUrl === null ? 'built-in' : 'server', ...database },
    blobs: { kind: blobs.place.kind, place: blobs.place.text, count: counted?.count ?? null, bytes: counted?.bytes ?? null },
    repositories,
    errors: recentErrors(log).map(({ at, requestId, text, error }) => ({ at: at.toISOString(), request_id: requestId, text, error })),
    uncaught_errors: ready.uncaught_errors,
    memory,
    live_connections: live.connections,
  };
}

function describeRunner(state: RunnerState): DebugState['runners'][number] {
  const { name, health, reason } = state;
  if (health === null) return { name, up: false, reason, capacity: 0, running: 0, queued: 0, slots: [], languages: [] };
  const languages = Object.entries(health.languages).flatMap(([language, { available, versions }]) =>
    available ? [{ language, versions }] : [],
  );
  const { capacity, running, queued, slots, sandbox } = health;
  return { name, up: true, reason: sandbox.ok ? notEnforced([state]) : sandbox.reason, capacity, running, queued, slots, languages };
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
