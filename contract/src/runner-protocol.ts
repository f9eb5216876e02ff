import { z } from 'zod';
import { RunOutcome } from './runs.ts';
import { Language } from './lessons.ts';

/**
 * What server and runner say to each other: HTTP with a bearer token per runner.
 *
 *     GET    /health             RunnerHealth
 *     PUT    /blobs/{sha256}     a file's bytes, kept by content; 204
 *     POST   /runs               RunnerRunRequest → 200 with newline-delimited RunnerEvent, until `finished` or `failed`;
 *                                409 { missing: sha256[] } when files must be sent first; 503 { error } when nothing can run
 *     DELETE /runs/{id}          stops a run; 204. Closing the connection of POST /runs stops it as well
 *
 * The runner knows no lesson and no database: a request has all that a run needs.
 */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What one run may use. Bytes, seconds, counts. */
export const RunLimits = z.object({
  wall_seconds: z.number().positive(),
  cpu_seconds: z.number().positive(),
  memory_bytes: z.number().int().positive(),
  processes: z.number().int().positive(),
  disk_bytes: z.number().int().positive(),
  files: z.number().int().positive(),
  stream_bytes: z.number().int().positive(),
  result_bytes: z.number().int().positive(),
});
export type RunLimits = z.infer<typeof RunLimits>;

export const DEFAULT_RUN_LIMITS: RunLimits = {
  wall_seconds: 15,
  cpu_seconds: 15,
  memory_bytes: 1024 * 1024 * 1024,
  processes: 64,
  disk_bytes: 64 * 1024 * 1024,
  files: 4096,
  stream_bytes: 1024 * 1024,
  result_bytes: 4 * 1024 * 1024,
};

export const RunnerRunRequest = z.object({
  id: z.string().min(1).max(100),
  /** Runs of one owner share a turn in the queue, so that nobody waits behind somebody's hundred runs. */
  owner: z.string().max(100),
  language: Language,
  language_version: z.string().nullable(),
  /** Hash of the environment's lock; null: the base environment. */
  environment: Sha256.nullable(),
  /** Run in this order in one name space; only the last one's errors have lines. */
  preamble: z.array(z.string()),
  code: z.string(),
  /** Files of the work folder, by plain name, read only. */
  files: z.array(z.object({ name: z.string().min(1).max(255), sha256: Sha256 })).max(1000),
  /** Variables whose values are wanted as data; `all`: every one. */
  values: z.union([z.literal('all'), z.array(z.string())]),
  limits: RunLimits,
  /** Needs of the lesson's features, such as `GPU`; a runner without them refuses. */
  requirements: z.array(z.string()),
});
export type RunnerRunRequest = z.infer<typeof RunnerRunRequest>;

export const RunnerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), position: z.number().int() }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('stdout'), text: z.string() }),
  z.object({ type: z.literal('stderr'), text: z.string() }),
  z.object({ type: z.literal('finished'), outcome: RunOutcome }),
  z.object({ type: z.literal('stopped'), outcome: RunOutcome }),
  z.object({ type: z.literal('failed'), error: z.string() }),
]);
export type RunnerEvent = z.infer<typeof RunnerEvent>;

export const RunnerHealth = z.object({
  name: z.string(),
  version: z.string(),
  sandbox: z.object({ ok: z.boolean(), reason: z.string().nullable() }),
  /** What can run here, by language; versions where the language has them. A missing one says why in `reason`. */
  languages: z.record(Language, z.object({ available: z.boolean(), versions: z.array(z.string()), reason: z.string().nullable() })),
  requirements: z.array(z.string()),
  capacity: z.number().int(),
  running: z.number().int(),
  queued: z.number().int(),
});
export type RunnerHealth = z.infer<typeof RunnerHealth>;
