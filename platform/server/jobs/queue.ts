import type { z } from 'zod';

/**
 * How the jobs of a queue run.
 * - `singleton`: one at a time for each `singletonKey`, in the order they were sent; different keys in parallel. A
 *   failing job blocks its key until it succeeds, so it is retried forever.
 * - `parallel`: all in parallel. A job that keeps failing is given up after {@link RETRY.parallelLimit} retries.
 */
export type QueuePolicy = 'singleton' | 'parallel';

/** A failed job is retried after 1, 2, 4 … seconds (with jitter), at most `longestSeconds`. */
export const RETRY = {
  firstSeconds: 1,
  longestSeconds: 60,
  parallelLimit: 12,
  /** The largest number that pg-boss can store. */
  endless: 2_147_483_647,
} as const;

/** Default time limit, after which a job's signal is aborted and it counts as failed. */
const DEFAULT_TIME_LIMIT_SECONDS = 15 * 60;

/** What the queue needs to know about its jobs. */
export interface QueueSettings {
  readonly name: string;
  readonly policy: QueuePolicy;
  /** Jobs of this queue that one process runs in parallel. */
  readonly concurrency: number;
  readonly timeLimitSeconds: number;
  /**
   * For singleton queues. True: one job does all the work of its key, so jobs already waiting when it begins are
   * dropped.
   */
  readonly isForAll: boolean;
}

export interface Queue<Payload extends object> extends QueueSettings {
  readonly schema: z.ZodType<Payload>;
}

/** Declares a queue. `name` is a verb in kebab-case: `push-branch`. Payloads contain ids, not documents. */
export function defineQueue<Payload extends object>(
  input: Pick<Queue<Payload>, 'name' | 'schema' | 'policy'> & Partial<QueueSettings>,
): Queue<Payload> {
  return { concurrency: 2, timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS, isForAll: false, ...input };
}
