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

const never = new AbortController().signal;

describe('a run that is kept', () => {
  let desk: RunDesk;
  beforeEach(() => {
    vi.useFakeTimers();
    desk = new RunDesk(1);
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
