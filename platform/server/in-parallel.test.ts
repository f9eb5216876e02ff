import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

describe('work in parallel', () => {
  it.each([
    [0, 3, 0],
    [2, 3, 2],
    [7, 3, 3],
    [7, 1, 1],
  ])('on %i things, %i at once, has %i under way, and answers in their order', async (count, atOnce, most) => {
    let [now, seen] = [0, 0];
    const items = Array.from({ length: count }, (_, index) => index);
    const results = await inParallel(items, atOnce, async (item) => {
      seen = Math.max(seen, (now += 1));
      // Later items finish sooner.
      for (let turn = 0; turn < count - item; turn++) await breathe();
      now -= 1;
      return item * 10;
    });
    expect(results).toEqual(items.map((item) => item * 10));
    expect([seen, now]).toEqual([most, 0]);
  });

  it('starts nothing after a failure, and reports it once running work has ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await breathe();
      if (item === 1) throw new Error('the second one fails');
      for (let turn = 0; turn < 5; turn++) await breathe();
      ended.push(item);
    };
    await expect(inParallel([0, 1, 2, 3, 4, 5], 3, work)).rejects.toThrow('the second one fails');
    expect([begun, ended]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
  });
});
