import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallWatch } from './call-watch.ts';
import type { ServerEntry } from './servers.ts';

const entry = (id: string): ServerEntry => ({ id, url: `http://${id}`, role: 'web', version: '1' });

describe('forwarded calls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('end when their server cannot be reached, and not those to others', async () => {
    const watch = new CallWatch((url) => Promise.resolve(url !== 'http://cut'));
    const [ended, over, kept] = [vi.fn(), vi.fn(), vi.fn()];
    const stops = [watch.add(entry('cut'), ended), watch.add(entry('there'), kept)];
    watch.add(entry('cut'), over)();
    await vi.advanceTimersByTimeAsync(600);
    expect([ended, over, kept].map(({ mock }) => mock.calls.length > 0)).toEqual([true, false, false]);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ask a server once at a time, however slow it is', async () => {
    const isReachable = vi.fn(() => new Promise<boolean>(() => undefined));
    const watch = new CallWatch(isReachable);
    watch.add(entry('slow'), vi.fn());
    watch.add(entry('slow'), vi.fn());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isReachable).toHaveBeenCalledTimes(1);
    watch.close();
  });
});
