import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EnvironmentStore, keyOf } from './environment-store.ts';

const MEGABYTE = 1024 * 1024;
const installed = [{ name: 'tallies', version: '1.0.0' }];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates an environment of one megabyte, last used this many hours ago. */
async function make(store: EnvironmentStore, lock: string, hoursAgo: number): Promise<string> {
  const key = keyOf(lock);
  await mkdir(store.path(key));
  await writeFile(join(store.path(key), 'file'), Buffer.alloc(MEGABYTE, 'x'));
  await store.finish(key, installed);
  const at = new Date(Date.now() - hoursAgo * 3_600_000);
  await utimes(`${store.path(key)}.json`, at, at);
  return key;
}

it('returns what is installed, and null for an unknown environment', async () => {
  const store = await EnvironmentStore.open(folder, 100 * MEGABYTE);
  const key = await make(store, 'one', 0);
  expect(await store.use(key)).toEqual(installed);
  expect(await store.use(keyOf('other'))).toBeNull();
});

it('removes the least recently used environments when it is full, except those just requested', async () => {
  const before = await EnvironmentStore.open(folder, 100 * MEGABYTE);
  const [oldest, older, newest] = [await make(before, 'a', 3), await make(before, 'b', 2), await make(before, 'c', 1)];
  const store = await EnvironmentStore.open(folder, 3.5 * MEGABYTE);
  await store.use(oldest);
  const added = await make(store, 'd', 0);
  expect([oldest, older, newest, added].map((key) => existsSync(store.path(key)))).toEqual([true, false, true, true]);
  expect(await store.use(older)).toBeNull();
});

it('removes at start what a crash left unfinished', async () => {
  await mkdir(join(folder, keyOf('half')));
  await mkdir(join(folder, 'unfinished-x'));
  const store = await EnvironmentStore.open(folder, MEGABYTE);
  expect([store.path(keyOf('half')), join(folder, 'unfinished-x')].map((path) => existsSync(path))).toEqual([false, false]);
});
