import { describe, expect, it } from 'vitest';
import { requireWithinLimits } from './write-files.ts';

const MB = 1024 * 1024;
const files = (count: number, size: number) => Array.from({ length: count }, () => ({ size }));

describe('the limits for the files of a lesson', () => {
  it.each([
    ['all that fits', files(999, 1), files(1_000, 1)],
    ['less of what came with too much from git', files(20, 50 * MB), files(19, 50 * MB)],
    ['a smaller file in a lesson with too many', files(1_100, 2), [...files(1_099, 2), ...files(1, 1)]],
  ])('is there for %s', (_, before, after) => {
    expect(() => requireWithinLimits(before, after)).not.toThrow();
  });

  it.each([
    ['one file too many', files(1_000, 1), files(1_001, 1), 'at most 1000 files'],
    ['a file that makes it too much', files(16, 50 * MB), files(17, 50 * MB), 'at most 800 MB'],
    ['large files in the place of small ones', files(1_000, 1), [...files(17, 50 * MB), ...files(983, 1)], 'at most 800 MB'],
  ])('is not there for %s', (_, before, after, refusal) => {
    expect(() => requireWithinLimits(before, after)).toThrow(refusal);
  });
});
