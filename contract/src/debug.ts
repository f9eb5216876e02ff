import { z } from 'zod';
import { PARTS, PartState, UncaughtErrors } from './health.ts';
import { route } from './route.ts';
import { RunnerHealth } from './runner-protocol.ts';

/** Errors that are kept since the start. */
export const MAX_RECENT_ERRORS = 100;

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
  /** Of the call whose reply contained this number; null: the error was in a job or elsewhere in the server. */
  request_id: z.string().nullable(),
  /** What was going on. */
  text: z.string(),
  error: z.string().nullable(),
});

/** Everything that `/debug` shows. */
export const DebugState = z.object({
  at: z.string(),
  started_at: z.string(),
  versions: z.array(z.object({ name: z.string(), version: z.string() })),
  parts: z.array(DebugPart),
  queues: z.array(DebugQueue),
  runners: z.array(DebugRunner),
  /** Open interpreters and JupyterLabs, and built environments. */
  sessions: z.number().int(),
  environments: z.number().int(),
  database: z.object({ kind: z.enum(['built-in', 'server']), version: z.string(), bytes: Bytes, connections: z.number().int() }),
  /** `count` and `bytes` are null until first counted. */
  blobs: z.object({ kind: z.enum(['folder', 's3']), place: z.string(), count: z.number().int().nullable(), bytes: Bytes.nullable() }),
  repositories: z.array(DebugRepository),
  /** Newest first. */
  errors: z.array(DebugError),
  uncaught_errors: UncaughtErrors,
  memory: z.array(z.object({ process: z.string(), pid: z.number().int(), bytes: Bytes })),
  live_connections: z.number().int(),
});
export type DebugState = z.infer<typeof DebugState>;

export const debugRoutes = {
  getDebug: route({
    method: 'GET',
    path: '/api/debug',
    summary: 'Returns the state of every part of the product, with queues, runners and the last errors',
    access: 'staff',
    reply: DebugState,
  }),
};
