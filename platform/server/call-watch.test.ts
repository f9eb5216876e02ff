import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallWatch } from './call-watch.ts';

describe('calls to other machines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('end when their machine is gone, and not those to others', async () => {
    const watch = new CallWatch((url) => Promise.resolve(url !== 'http://cut'), 500);
    const [ended, over, kept] = [vi.fn(), vi.fn(), vi.fn()];
    const stops = [watch.add('http://cut', ended), watch.add('http://there', kept)];
    watch.add('http://cut', over)();
    await vi.advanceTimersByTimeAsync(600);
    expect([ended, over, kept].map(({ mock }) => mock.calls.length > 0)).toEqual([true, false, false]);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ask a machine once at a time, however slow it is', async () => {
    const isThere = vi.fn(() => new Promise<boolean>(() => undefined));
    const watch = new CallWatch(isThere, 500);
    watch.add('http://slow', vi.fn());
    watch.add('http://slow', vi.fn());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isThere).toHaveBeenCalledTimes(1);
    watch.close();
  });
});
