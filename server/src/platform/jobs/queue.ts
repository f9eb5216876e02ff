import type { z } from 'zod';

/**
 * How the jobs of a queue run beside each other.
 * - `singleton`: one at a time for each `singletonKey`, in the order in which they were sent; different keys side by
 *   side. A job that fails holds its key up until it succeeds, so it is tried again without end.
 * - `parallel`: all side by side. A job that keeps failing is given up after {@link RETRY.parallelLimit} more attempts.
 */
export type QueuePolicy = 'singleton' | 'parallel';

/** A failed job is tried again after 1, 2, 4 … seconds (with some chance in it), but never later than `longestSeconds`. */
export const RETRY = {
  firstSeconds: 1,
  longestSeconds: 60,
  parallelLimit: 12,
  /** The largest number that the queue can hold. */
  endless: 2_147_483_647,
} as const;

/** What a job that says nothing else may take before its signal is aborted and it counts as failed. */
const DEFAULT_TIME_LIMIT_SECONDS = 15 * 60;

/** What the queue itself must know of its jobs. */
export interface QueueSettings {
  readonly name: string;
  readonly policy: QueuePolicy;
  /** Jobs of this queue that one process runs at the same time. */
  readonly concurrency: number;
  readonly timeLimitSeconds: number;
  /** For a singleton queue. True: a job does all that there is to do for its key, so that those that wait when it begins are dropped. */
  readonly isForAll: boolean;
}

export interface Queue<Payload extends object> extends QueueSettings {
  readonly schema: z.ZodType<Payload>;
}

/** Declares a queue. `name` in kebab-case, as a verb: `push-branch`. Payloads name things by id; they are no documents. */
export function defineQueue<Payload extends object>(
  given: Pick<Queue<Payload>, 'name' | 'schema' | 'policy'> & Partial<QueueSettings>,
): Queue<Payload> {
  return { concurrency: 2, timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS, isForAll: false, ...given };
}
