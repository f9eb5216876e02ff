import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunnerEvent } from '#contract/runner-protocol.ts';
import { NO_OUTCOME } from '#contract/runs.ts';
import type { RunHooks, Work } from './language-runtime.ts';
import { RunQueue } from './run-queue.ts';

/** A run controlled by the test. */
function buildWork() {
  const begun = Promise.withResolvers<RunHooks>();
  const ended = Promise.withResolvers<void>();
  const work: Work = async (hooks) => {
    begun.resolve(hooks);
    hooks.signal.addEventListener('abort', () => ended.resolve());
    await ended.promise;
    return { outcome: NO_OUTCOME, isStopped: hooks.signal.aborted };
  };
  return { work, begun: begun.promise, end: () => ended.resolve() };
}

const SHARES = { ownerRuns: 8, ownerWaiting: 2, waitingBytes: 1_000 };
const never = new AbortController().signal;

describe('a run that is kept', () => {
  let desk: RunQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    desk = new RunQueue(1, SHARES);
  });
  afterEach(async () => {
    await desk.close();
    vi.useRealTimers();
  });

  it('continues without clients, and sends all events to those who join', async () => {
    const { work, begun, end } = buildWork();
    desk.keep('a', 'ada', work, 60);
    const { onText } = await begun;
    onText('stdout', 'one ');
    const left = new AbortController();
    const first: RunnerEvent[] = [];
    const leaving = desk.join('a', (event) => first.push(event), left.signal);
    left.abort();
    await leaving;
    onText('stdout', 'two');
    expect(first).toEqual([{ type: 'started' }, { type: 'stdout', text: 'one ' }]);
    const second: RunnerEvent[] = [];
    const following = desk.join('a', (event) => second.push(event), never);
    end();
    await following;
    const all = [{ type: 'started' }, { type: 'stdout', text: 'one two' }, { type: 'finished', outcome: NO_OUTCOME }];
    expect(second).toEqual(all);
    const third: RunnerEvent[] = [];
    await desk.join('a', (event) => third.push(event), never);
    expect(third).toEqual(all);
  });

  it('is forgotten after its time, and available until then', async () => {
    const { work, begun, end } = buildWork();
    desk.keep('a', 'ada', work, 60);
    await begun;
    end();
    await desk.ended('a');
    await vi.advanceTimersByTimeAsync(59_000);
    expect([desk.has('a'), desk.isKept('a')]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([desk.has('a'), desk.isKept('a')]).toEqual([false, false]);
  });

  it('can be stopped, and reports only its last queue position', async () => {
    const [first, second] = [buildWork(), buildWork()];
    void desk.submit('a', 'ada', first.work, () => undefined);
    desk.keep('b', 'ben', second.work, 60);
    await first.begun;
    first.end();
    await second.begun;
    expect(desk.stop('b')).toBe(true);
    const events: RunnerEvent[] = [];
    await desk.join('b', (event) => events.push(event), never);
    expect(events.map(({ type }) => type)).toEqual(['queued', 'started', 'stopped']);
  });

  it('is dropped, oldest first, when all of them together are too large', async () => {
    const text = 'x'.repeat(24 * 1024 * 1024);
    for (const id of ['a', 'b', 'c']) {
      const { work, begun, end } = buildWork();
      desk.keep(id, 'ada', work, 60);
      (await begun).onText('stdout', text);
      end();
      await desk.ended(id);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(['a', 'b', 'c'].map((id) => desk.isKept(id))).toEqual([false, true, true]);
  });
});

describe('the share of one owner', () => {
  /** Returns which runs have started, with `capacity` slots. */
  async function begunOf(capacity: number, ownerRuns: number, owners: readonly string[]): Promise<string[]> {
    const desk = new RunQueue(capacity, { ...SHARES, ownerRuns });
    const begun: string[] = [];
    owners.forEach((owner, index) => {
      const { work } = buildWork();
      void desk.submit(`${owner}${index}`, owner, work, ({ type }) => void (type === 'started' && begun.push(owner)));
    });
    // Closing stops running jobs; waiting ones never start.
    const now = [...begun];
    await desk.close();
    return now;
  }

  it.each([
    ['a single slot serves all owners in turn', 1, 8, ['ada', 'ada', 'ben'], ['ada']],
    ['the last of two slots is kept for others', 2, 8, ['ada', 'ada', 'ada'], ['ada']],
    ['other owners get it at once, ahead of those that wait', 2, 8, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ben']],
    ['the last of four slots is kept for others', 4, 8, ['ada', 'ada', 'ada', 'ada', 'ada'], ['ada', 'ada', 'ada']],
    ['a lower share can be set', 4, 2, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ada', 'ben']],
  ])('%s', async (_, capacity, ownerRuns, owners, expected) => {
    expect(await begunOf(capacity, ownerRuns, owners)).toEqual(expected);
  });

  it('starts waiting runs when a slot is free again', async () => {
    const desk = new RunQueue(2, SHARES);
    const [first, second] = [buildWork(), buildWork()];
    void desk.submit('a', 'ada', first.work, () => undefined);
    void desk.submit('b', 'ada', second.work, () => undefined);
    first.end();
    await second.begun;
    await desk.close();
  });

  it('of waiting runs is limited, and the error names the limit', async () => {
    const desk = new RunQueue(1, SHARES);
    for (const id of ['a', 'b', 'c']) {
      desk.requireRoom('ada', 10);
      void desk.submit(id, 'ada', buildWork().work, () => undefined, 10);
    }
    expect(() => desk.requireRoom('ada', 10)).toThrow('2 of your runs are already waiting');
    expect(() => desk.requireRoom('ben', 10)).not.toThrow();
    await desk.close();
  });

  it('of all waiting runs is limited in bytes', async () => {
    const desk = new RunQueue(1, { ...SHARES, waitingBytes: 3 * 2 ** 20 });
    for (const id of ['a', 'b']) void desk.submit(id, id, buildWork().work, () => undefined, 2 * 2 ** 20);
    expect(() => desk.requireRoom('ben', 2 ** 20)).not.toThrow();
    expect(() => desk.requireRoom('ben', 2 ** 20 + 1)).toThrow('3 MB of code are already waiting');
    await desk.close();
  });
});
