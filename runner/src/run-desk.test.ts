import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunnerEvent } from '#contract/runner-protocol.ts';
import { NO_OUTCOME } from '#contract/runs.ts';
import type { RunHooks, Work } from './language-runtime.ts';
import { RunDesk } from './run-desk.ts';

/** A run that does what the test says. */
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
  let desk: RunDesk;
  beforeEach(() => {
    vi.useFakeTimers();
    desk = new RunDesk(1, SHARES);
  });
  afterEach(async () => {
    await desk.close();
    vi.useRealTimers();
  });

  it('goes on when nobody listens, and tells everything from its beginning to whoever joins', async () => {
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

  it('is forgotten when its time is over, and known until then', async () => {
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

  it('can be stopped, and tells its last place in the queue alone', async () => {
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

  it('gives way, the oldest first, when all of them together take too much', async () => {
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
  /** Who of these has begun, with `capacity` places. */
  async function begunOf(capacity: number, ownerRuns: number, owners: readonly string[]): Promise<string[]> {
    const desk = new RunDesk(capacity, { ...SHARES, ownerRuns });
    const begun: string[] = [];
    owners.forEach((owner, index) => {
      const { work } = buildWork();
      void desk.submit(`${owner}${index}`, owner, work, ({ type }) => void (type === 'started' && begun.push(owner)));
    });
    // Closing stops what has begun; what was waiting then never begins.
    const now = [...begun];
    await desk.close();
    return now;
  }

  it.each([
    ["one place is everybody's in turns", 1, 8, ['ada', 'ada', 'ben'], ['ada']],
    ['the last of two places is kept for others', 2, 8, ['ada', 'ada', 'ada'], ['ada']],
    ['others have it at once, past those that wait', 2, 8, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ben']],
    ['the last of four places is kept for others', 4, 8, ['ada', 'ada', 'ada', 'ada', 'ada'], ['ada', 'ada', 'ada']],
    ['it can be set to less', 4, 2, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ada', 'ben']],
  ])('%s', async (_, capacity, ownerRuns, owners, expected) => {
    expect(await begunOf(capacity, ownerRuns, owners)).toEqual(expected);
  });

  it('goes on with what waits when a place is free again', async () => {
    const desk = new RunDesk(2, SHARES);
    const [first, second] = [buildWork(), buildWork()];
    void desk.submit('a', 'ada', first.work, () => undefined);
    void desk.submit('b', 'ada', second.work, () => undefined);
    first.end();
    await second.begun;
    await desk.close();
  });

  it('of what waits is bounded, and the refusal names the limit', async () => {
    const desk = new RunDesk(1, SHARES);
    for (const id of ['a', 'b', 'c']) {
      desk.requireRoom('ada', 10);
      void desk.submit(id, 'ada', buildWork().work, () => undefined, 10);
    }
    expect(() => desk.requireRoom('ada', 10)).toThrow('2 of your runs are waiting already');
    expect(() => desk.requireRoom('ben', 10)).not.toThrow();
    await desk.close();
  });

  it('of all that waits is bounded in bytes', async () => {
    const desk = new RunDesk(1, { ...SHARES, waitingBytes: 3 * 2 ** 20 });
    for (const id of ['a', 'b']) void desk.submit(id, id, buildWork().work, () => undefined, 2 * 2 ** 20);
    expect(() => desk.requireRoom('ben', 2 ** 20)).not.toThrow();
    expect(() => desk.requireRoom('ben', 2 ** 20 + 1)).toThrow('3 MB of code are waiting already');
    await desk.close();
  });
});
