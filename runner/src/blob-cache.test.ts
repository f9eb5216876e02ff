import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobCache } from './blob-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function put(cache: BlobCache, text: string): Promise<string> {
  await cache.put(hashOf(text), Readable.from([Buffer.from(text)]));
  return hashOf(text);
}

describe('kept files', () => {
  it('are read only, and readable by the users that runs are', async () => {
    const cache = await BlobCache.open(folder, 1_000);
    const hash = await put(cache, 'hello');
    expect(await readFile(cache.path(hash), 'utf8')).toBe('hello');
    expect((await stat(cache.path(hash))).mode & 0o777).toBe(0o444);
    expect(cache.missing([hash, hashOf('other'), hashOf('other')])).toEqual([hashOf('other')]);
  });

  it('must match their hash', async () => {
    const cache = await BlobCache.open(folder, 1_000);
    await expect(cache.put(hashOf('hello'), Readable.from([Buffer.from('evil')]))).rejects.toThrow('The content does not match');
    expect(cache.missing([hashOf('hello')])).toEqual([hashOf('hello')]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are evicted in order of last use when the cache is full', async () => {
    const cache = await BlobCache.open(folder, 10);
    const [first, second] = [await put(cache, '11111'), await put(cache, '22222')];
    cache.hold([first])();
    const third = await put(cache, '33333');
    expect(cache.missing([first, second, third])).toEqual([second]);
  });

  it('stay while a run holds them', async () => {
    const cache = await BlobCache.open(folder, 10);
    const held = await put(cache, '11111');
    const release = cache.hold([held]);
    await put(cache, '22222');
    await put(cache, '33333');
    expect(cache.missing([held])).toEqual([]);
    release();
    await put(cache, '44444');
    await put(cache, '55555');
    expect(cache.missing([held])).toEqual([held]);
  });

  it('survive a restart, except unfinished ones', async () => {
    const hash = await put(await BlobCache.open(folder, 1_000), 'hello');
    await writeFile(join(folder, 'unfinished-1'), 'he');
    await mkdir(join(folder, `folder-${hash}`, 'a'), { recursive: true });
    const cache = await BlobCache.open(folder, 1_000);
    expect(cache.missing([hash])).toEqual([]);
    expect(await readdir(folder)).toEqual([hash]);
  });

  it('can form a folder, which is removed with any of its files', async () => {
    const cache = await BlobCache.open(folder, 10);
    const [one, two] = [await put(cache, '11111'), await put(cache, '22222')];
    const files = [
      { name: 'a/b.csv', sha256: one },
      { name: 'c.csv', sha256: two },
    ];
    const release = cache.hold([one, two]);
    const [entry, same] = await Promise.all([cache.assembleFolder(files), cache.assembleFolder(files.toReversed())]);
    expect([same, await cache.assembleFolder(files)]).toEqual([entry, entry]);
    expect(await readFile(join(cache.folderPath(entry), 'a/b.csv'), 'utf8')).toBe('11111');
    await put(cache, '33333');
    expect(await readdir(cache.folderPath(entry))).toEqual(['a', 'c.csv']);
    release();
    await put(cache, '44444');
    expect((await readdir(folder)).filter((name) => name.startsWith('folder-'))).toEqual([]);
  });

  it('have no other names', async () => {
    const cache = await BlobCache.open(folder, 1_000);
    expect(() => cache.path('../../etc/passwd')).toThrow();
    expect(() => cache.folderPath('../../etc')).toThrow();
  });
});
