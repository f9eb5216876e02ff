import { describe, expect, it } from 'vitest';
import { workersFor } from './workers.ts';

describe('workersFor', () => {
  it.each([
    [0, 1, { suites: 1, vitest: 1, browser: 1, threads: 1 }],
    [1, 4, { suites: 1, vitest: 1, browser: 1, threads: 1 }],
    [2, 4, { suites: 2, vitest: 2, browser: 1, threads: 1 }],
    [2, 1, { suites: 2, vitest: 1, browser: 1, threads: 1 }],
    [2, 8, { suites: 2, vitest: 2, browser: 2, threads: 1 }],
    [4, 16, { suites: 4, vitest: 4, browser: 3, threads: 1 }],
    [8, 32, { suites: 4, vitest: 8, browser: 4, threads: 2 }],
    [8, 8, { suites: 4, vitest: 4, browser: 2, threads: 2 }],
    [64, 256, { suites: 4, vitest: 8, browser: 4, threads: 4 }],
  ])('%d cores, %d GB', (cores, gigabytes, workers) => {
    expect(workersFor({ cores, memoryBytes: gigabytes * 1024 ** 3 })).toEqual(workers);
  });
});
