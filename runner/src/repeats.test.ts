import { describe, expect, it } from 'vitest';
import { NO_OUTCOME, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RepeatEvent } from '#platform/contract/runner-protocol.ts';
import type { Work } from './language-runtime.ts';
import { repeat } from './repeats.ts';
import { RunQueue } from './run-queue.ts';

const SHARES = { ownerRuns: 8, ownerWaiting: 2, waitingBytes: 1_000 };
const never = new AbortController().signal;

/** Runs that print what `outputs` says, in turn. */
function printing(outputs: readonly string[]): Work {
  let next = 0;
  return async () => ({ outcome: { ...NO_OUTCOME, output: outputs[next++] ?? '', duration_ms: next }, isStopped: false });
}

async function collect(queue: RunQueue, work: Work, count: number, signal = never): Promise<RepeatEvent[]> {
  const events: RepeatEvent[] = [];
  await repeat(queue, { id: 'r', owner: 'o', client: '', work, count, lanes: 2 }, (event) => events.push(event), signal);
  return events;
}

describe('repeats', () => {
  it('report each different outcome once', async () => {
    const events = await collect(new RunQueue(2, SHARES), printing(['a', 'a', 'b', 'a']), 4);
    const told = events.map((event) => (event.type === 'repeated' ? [event.number, event.outcome?.output ?? null, event.same_as] : event));
    expect(told).toEqual([
      [0, 'a', null],
      [1, null, 0],
      [2, 'b', null],
      [3, null, 0],
    ]);
  });

  it('use every slot once they are known to be brief', async () => {
    const queue = new RunQueue(2, SHARES);
    let most = 0;
    const work: Work = async () => {
      most = Math.max(most, queue.running);
      await new Promise((resolve) => setImmediate(resolve));
      return { outcome: NO_OUTCOME, isStopped: false };
    };
    await collect(queue, work, 20);
    expect(most).toBe(2);
  });

  it('leave a slot free when they take long', async () => {
    const queue = new RunQueue(2, SHARES);
    let most = 0;
    const work: Work = async () => {
      most = Math.max(most, queue.running);
      await new Promise((resolve) => setImmediate(resolve));
      return { outcome: { ...NO_OUTCOME, duration_ms: 501 }, isStopped: false };
    };
    await collect(queue, work, 20);
    expect(most).toBe(1);
  });

  it('let others go first', async () => {
    const queue = new RunQueue(1, SHARES);
    const order: string[] = [];
    const others: Promise<void>[] = [];
    const work: Work = async () => {
      order.push('repeat');
      if (others.length === 0) others.push(queue.submit({ id: 'x', owner: 'author', client: '', bytes: 0, work: author }, () => undefined));
      return { outcome: NO_OUTCOME, isStopped: false };
    };
    const author: Work = async () => {
      order.push('author');
      return { outcome: NO_OUTCOME, isStopped: false };
    };
    await collect(queue, work, 5);
    await Promise.all(others);
    expect(order.slice(0, 3)).toContain('author');
  });

  it('stop', async () => {
    const stop = new AbortController();
    const work: Work = ({ signal }) =>
      new Promise<{ outcome: RunOutcome; isStopped: boolean }>((resolve) => {
        signal.addEventListener('abort', () => resolve({ outcome: NO_OUTCOME, isStopped: true }), { once: true });
        stop.abort();
      });
    const queue = new RunQueue(2, SHARES);
    expect(await collect(queue, work, 300, stop.signal)).toEqual([]);
    expect([queue.running, queue.queued]).toEqual([0, 0]);
  });

  it('end at the first failure of the runner', async () => {
    const queue = new RunQueue(1, SHARES);
    await queue.drain(never);
    expect(await collect(queue, printing([]), 300)).toEqual([{ type: 'failed', error: expect.stringMatching(/leaving/) }]);
  });
});
