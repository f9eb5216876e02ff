import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { PARTS, PartState, UncaughtErrors } from './health.ts';

const Bytes = z.number().int();

/** A part that is down, and how to fix it. */
const DebugPart = PartState.extend({ name: z.enum(PARTS), advice: z.string().nullable() });

const DebugQueue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  /** Waiting for their next attempt after a failure. */
  retrying: z.number().int(),
  failed: z.number().int(),
  /** Since when the oldest waiting job has waited. */
  oldest: z.string().nullable(),
});

const DebugRunner = z.object({
  name: z.string(),
  up: z.boolean(),
  reason: z.string().nullable(),
  ...RunnerHealth.pick({ capacity: true, running: true, queued: true, slots: true }).shape,
  languages: z.array(z.object({ language: z.string(), versions: z.array(z.string()) })),
});

const DebugRepository = z.object({ name: z.string(), bytes: Bytes.nullable(), branches: z.number().int().nullable() });

const DebugError = z.object({
  at: z.string(),
  /** Id of the call, as in its reply; null: the error was in a job or elsewhere in the server. */
  request_id: z.string().nullable(),
  /** What was going on. */
  text: z.string(),
  error: z.string().nullable(),
});

const Housekeeping = z.object({
  /** Null: it never ran. */
  started_at: z.string().nullable(),
  /** Null: it runs, or was cut off by the end of its server. */
  ended_at: z.string().nullable(),
  /** What each step removed, as counts by name; null: it failed, and the log says why. */
  steps: z.array(z.object({ name: z.string(), removed: z.record(z.string(), z.number()).nullable() })),
});

/** Everything that `/debug` shows. */
export const DebugState = z.object({
  at: z.string(),
  started_at: z.string(),
  versions: z.array(z.object({ name: z.string(), version: z.string() })),
  /** What an administrator should know or change, as sentences. */
  notices: z.array(z.string()),
  parts: z.array(DebugPart),
  queues: z.array(DebugQueue),
  runners: z.array(DebugRunner),
  /** Which lessons can’t run on any runner, and why. */
  cannot_run: z.array(z.string()),
  /** Open interpreters and JupyterLabs, built environments, and what environments take of the disks of all runners. */
  sessions: z.number().int(),
  environments: z.number().int(),
  environment_bytes: Bytes,
  database: z.object({ kind: z.enum(['built-in', 'server']), version: z.string(), bytes: Bytes, connections: z.number().int() }),
  /** `count` and `bytes` are null until first counted. */
  blobs: z.object({ kind: z.enum(['folder', 's3']), place: z.string(), count: z.number().int().nullable(), bytes: Bytes.nullable() }),
  repositories: z.array(DebugRepository),
  /** Folders of the local runner; null until first counted. */
  runner_folders: z.array(z.object({ name: z.string(), bytes: Bytes })).nullable(),
  /** Newest first. */
  errors: z.array(DebugError),
  uncaught_errors: UncaughtErrors,
  memory: z.array(z.object({ process: z.string(), pid: z.number().int(), bytes: Bytes })),
  live_connections: z.number().int(),
  housekeeping: Housekeeping,
});
export type DebugState = z.infer<typeof DebugState>;

/** Something that ended with an error, and the reason. */
export const Failure = z.object({
  at: z.string(),
  kind: z.enum(['run', 'job', 'deploy', 'build']),
  /** Which one: the runner, the queue, or the number of the deploy or build. */
  name: z.string(),
  lesson_id: z.number().int().nullable(),
  reason: z.string(),
  /** It is tried again. */
  is_retried: z.boolean(),
});
export type Failure = z.infer<typeof Failure>;

/** Sizes of what lessons and datasets store, largest first. Files with the same content count for each, but are stored once. */
export const StorageUse = z.object({
  lessons: z.array(z.object({ id: z.number().int(), title: z.string(), release: z.string(), files: z.number().int(), bytes: Bytes })),
  datasets: z.array(z.object({ id: z.number().int(), name: z.string(), versions: z.number().int(), bytes: Bytes })),
});
export type StorageUse = z.infer<typeof StorageUse>;

export const debugRoutes = {
  runHousekeeping: route({
    method: 'POST',
    path: '/api/debug/housekeeping',
    summary: 'Starts the daily housekeeping now, unless it runs already. `GET /api/debug` says when it has ended',
    access: 'owner',
    servedBy: 'git',
    body: z.object({}).optional(),
    reply: z.object({ ok: z.literal(true) }),
  }),
  getDebug: route({
    method: 'GET',
    path: '/api/debug',
    summary: 'Returns the state of every part of the product, with queues, runners and the last errors',
    access: 'people',
    reply: DebugState,
  }),
  listFailures: route({
    method: 'GET',
    path: '/api/debug/failures',
    summary: 'Returns runs, jobs, deploys and package builds that failed lately, with the reason, newest first',
    access: 'people',
    reply: z.array(Failure),
  }),
  getStorageUse: route({
    method: 'GET',
    path: '/api/debug/storage',
    summary: 'Returns the lessons and datasets whose files are the largest',
    access: 'people',
    reply: StorageUse,
  }),
};
