import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '#platform/server/platform.ts';
import { ReadinessProbe } from './health.ts';

type Response = 'responds' | 'is silent' | 'fails';

const asked: Record<Response, () => Promise<unknown>> = {
  responds: () => Promise.resolve(),
  'is silent': () => new Promise(() => undefined),
  fails: () => Promise.reject(new Error('connect ECONNREFUSED')),
};

describe('a server is ready', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each<[text: string, steps: readonly (readonly [atSecond: number, Response, isReady: boolean])[]]>([
    [
      'while the database responds',
      [
        [0, 'responds', true],
        [5, 'responds', true],
      ],
    ],
    [
      'not before the database has responded',
      [
        [0, 'is silent', false],
        [5, 'responds', true],
      ],
    ],
    [
      'while the database is busy, for ten seconds',
      [
        [0, 'responds', true],
        [5, 'is silent', true],
        [9, 'is silent', false],
        [20, 'responds', true],
      ],
    ],
    [
      'not when the database is down',
      [
        [0, 'responds', true],
        [2, 'fails', false],
        [4, 'responds', true],
      ],
    ],
    [
      'as it was a moment ago',
      [
        [0, 'responds', true],
        [0.5, 'fails', true],
        [2, 'fails', false],
      ],
    ],
  ])('%s', async (_text, steps) => {
    let response: Response = 'responds';
    const platform = { jobs: { isStopped: false } } as Pick<Platform, 'db' | 'jobs'>;
    const probe = new ReadinessProbe(platform, () => asked[response]());
    const start = performance.now();
    for (const [atSecond, next, isReady] of steps) {
      response = next;
      await vi.advanceTimersByTimeAsync(start + atSecond * 1000 - performance.now());
      const answer = probe.ask();
      await vi.advanceTimersByTimeAsync(1_500 * Number(next === 'is silent'));
      expect([atSecond, await answer]).toEqual([atSecond, isReady]);
    }
  });

  it('reports a server as not ready while it stops', async () => {
    const platform = { jobs: { isStopped: true } } as Pick<Platform, 'db' | 'jobs'>;
    expect(await new ReadinessProbe(platform, asked.responds).ask()).toBe(false);
  });
});
