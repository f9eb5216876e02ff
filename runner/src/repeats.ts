/** `/repeats`: runs the same request many times, each from the beginning, as many at once as there are free slots. */

import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { RepeatRequest, type RepeatEvent, type RunnerEvent } from '#platform/contract/runner-protocol.ts';
import type { ApiPart } from './api-part.ts';
import type { BlobCache } from './blob-cache.ts';
import { openStream, planned, readBody, requireFiles, type Api } from './http-api.ts';
import { requireFileNames } from './lesson-files.ts';
import { Refusal } from './refusal.ts';
import type { RunQueue } from './run-queue.ts';

/** A run that takes longer than this keeps others waiting: it leaves a slot free for them. */
const BRIEF_MS = 500;

interface RepeatsDeps {
  readonly queue: RunQueue;
  readonly blobs: BlobCache;
  readonly plan: Api['plan'];
  /** How many run at once. */
  readonly lanes: number;
}

/** Closing the connection stops what is running. */
export function repeatsApi({ queue, blobs, plan, lanes }: RepeatsDeps): ApiPart {
  return {
    name: 'repeats',
    handle: async ({ request, response, path }) => {
      if (request.method !== 'POST' || path.length !== 1) throw new Refusal(404, { error: 'Unknown path or method.' });
      const { run, count, is_brief } = await readBody(request, RepeatRequest);
      requireFileNames(run.files);
      if (run.session !== null || run.deploy || run.keep_seconds > 0)
        throw new Refusal(400, { error: 'Only runs with their own interpreter can be repeated.' });
      requireFiles(blobs, run);
      const work = planned(plan, { ...run, is_background: true });
      const release = blobs.hold(run.files.map(({ sha256 }) => sha256));
      const stop = new AbortController();
      const emit: (event: RepeatEvent) => void = openStream(response);
      response.on('close', () => stop.abort());
      try {
        await repeat(queue, { id: run.id, owner: run.owner, client: run.client, work, count, lanes, isBrief: is_brief }, emit, stop.signal);
        response.end();
      } finally {
        release();
      }
    },
  };
}

type Repeated = Pick<Parameters<RunQueue['submit']>[0], 'id' | 'owner' | 'client' | 'work'> & {
  readonly count: number;
  readonly lanes: number;
  /** Whether the first run is known to be brief. */
  readonly isBrief?: boolean;
};

/** Puts one run after the other into the queue, so that everybody else's come first. The first failure ends all. */
export async function repeat(
  queue: RunQueue,
  { id, owner, client, work, count, lanes, isBrief: isFirstBrief = false }: Repeated,
  emit: (event: RepeatEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<string>();
  signal.addEventListener('abort', () => running.forEach((each) => queue.stop(each)), { once: true });
  const seen = new Map<string, number>();
  let [started, ended] = [0, 0];
  let hasFailed = false;
  const note = (outcome: RunOutcome) => {
    const key = JSON.stringify({ ...outcome, duration_ms: 0 });
    const same_as = seen.get(key) ?? null;
    if (same_as === null) seen.set(key, ended);
    emit({ type: 'repeated', number: ended, outcome: same_as === null ? outcome : null, same_as });
    ended += 1;
  };
  const takeTurns = async () => {
    let isBrief = isFirstBrief;
    while (started < count && !hasFailed && !signal.aborted) {
      const each = `${id}-repeat-${(started += 1)}`;
      running.add(each);
      let end: RunnerEvent | null = null;
      await queue.submit({ id: each, owner, client, isBackground: true, isBrief, bytes: 0, work }, (event) => (end = event));
      running.delete(each);
      const last = end as RunnerEvent | null;
      if (signal.aborted || hasFailed) return;
      if (last?.type === 'finished') {
        isBrief = last.outcome.duration_ms <= BRIEF_MS;
        note(last.outcome);
      } else {
        hasFailed = true;
        emit({ type: 'failed', error: last?.type === 'failed' ? last.error : LEAVING });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, takeTurns));
}

const LEAVING = 'The runner is leaving. Try again in a moment.';
