import { expect, it, vi } from 'vitest';
import { CommitCache } from './commit-cache.ts';

const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)];

it('reads the same of the same commits once, also for concurrent readers and if there is nothing', async () => {
  const cache = new CommitCache();
  const read = vi.fn(async () => new Map([['loops', ONE]]));
  const readNothing = vi.fn(async () => null);
  const results = await Promise.all([cache.read('trees', [ONE], read), cache.read('trees', [ONE], read)]);
  for (const result of [...results, await cache.read('trees', [ONE], read)]) expect(result.get('loops')).toBe(ONE);
  for (let round = 0; round < 2; round++) expect(await cache.read('base', [ONE], readNothing)).toBeNull();
  expect([read.mock.calls.length, readNothing.mock.calls.length]).toEqual([1, 1]);
});

it('reads again for other commits, for commits in another order, and for something else', async () => {
  const cache = new CommitCache();
  const read = vi.fn(async () => read.mock.calls.length);
  const reads = [
    await cache.read('base', [ONE, TWO], read),
    await cache.read('base', [TWO, ONE], read),
    await cache.read('commits', [ONE, TWO], read),
    await cache.read('base', [ONE, TWO], read),
  ];
  expect(reads).toEqual([1, 2, 3, 1]);
});

it('reads again after a failure or for what was missing, and forgets what was used least recently', async () => {
  const cache = new CommitCache(2_000);
  await expect(cache.read('text', [ONE], () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await cache.read('text', [ONE], async () => undefined)).toBeUndefined();
  expect(await cache.read('text', [ONE], async () => 'fetched')).toBe('fetched');
  const read = vi.fn(async () => 'x'.repeat(200));
  for (let at = 0; at < 20; at++) await cache.read(`text ${at}`, [ONE], read);
  await cache.read('text 19', [ONE], read);
  expect(read).toHaveBeenCalledTimes(20);
  await cache.read('text 0', [ONE], read);
  expect(read).toHaveBeenCalledTimes(21);
});
