import { expect, it } from 'vitest';
import { GuestReports } from './guest-reports.ts';

it('limits reports of a visitor, a network and a link, each for an hour', () => {
  let now = 0;
  const reports = new GuestReports(() => now);
  const taken = (visitor: string, network: string, times: number) => {
    for (let count = 0; count < times; count++) {
      try {
        reports.take({ linkId: 1, visitor, network });
      } catch {
        return count;
      }
    }
    return times;
  };
  expect(taken('a', 'one', 20)).toBe(10);
  expect(['b', 'c', 'd', 'e'].map((visitor) => taken(visitor, 'one', 20))).toEqual([10, 10, 10, 0]);
  expect(['f', 'g', 'h', 'i', 'j', 'k', 'l'].map((visitor) => taken(visitor, visitor, 20))).toEqual([10, 10, 10, 10, 10, 10, 0]);
  reports.take({ linkId: 2, visitor: 'a', network: 'one' });
  now = 60 * 60_000;
  expect(taken('a', 'one', 20)).toBe(10);
});
