import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { childrenSeconds, readChildrenSeconds } from './processor-time.ts';

describe('readChildrenSeconds', () => {
  it.each([
    ['a plain name', '12 (node) S 1 12 12 0 -1 4194304 100 200 0 0 11 22 250 50 20 0', 3],
    ['a name with a bracket', '12 (no) de) S 1 12 12 0 -1 4194304 100 200 0 0 11 22 1 0 20 0', 0.01],
    ['no such text', 'nothing', null],
  ])('%s', (_, stat, seconds) => {
    expect(readChildrenSeconds(stat)).toBe(seconds);
  });
});

describe('childrenSeconds', () => {
  it('counts what a child and its own child took', () => {
    const before = childrenSeconds() ?? 0;
    const busy = 'while (process.cpuUsage().user < 100_000);';
    execFileSync(process.execPath, ['-e', `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`]);
    expect(childrenSeconds()).toBeGreaterThanOrEqual(before + 0.1);
  });
});
