import { describe, expect, it } from 'vitest';
import { busySeconds, readBusySeconds } from './processor-time.ts';

describe('readBusySeconds', () => {
  it.each([
    ['all but idle, waiting and stolen time', 'cpu  100 20 30 9999 888 4 5 777 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n', 1.59],
    ['no such text', 'nothing', null],
    ['a truncated text', 'cpu  100 20\n', null],
  ])('%s', (_, stat, seconds) => {
    expect(readBusySeconds(stat)).toBe(seconds);
  });
});

describe('busySeconds', () => {
  it('counts the time of this process', () => {
    const before = busySeconds() ?? 0;
    while ((busySeconds() ?? 0) < before + 0.05);
    expect(busySeconds()).toBeGreaterThan(before);
  });
});
