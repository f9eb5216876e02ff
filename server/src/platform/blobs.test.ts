import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderBlobStore } from './blobs.ts';

let folder: string;
let blobs: FolderBlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  blobs = await FolderBlobStore.open(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function filesIn(name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function* parts(bytes: Uint8Array, error?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 1000);
  }
  if (error) throw error;
}

describe('a blob', () => {
  const contents: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['text', Buffer.from('héllo')],
    ['many bytes', randomBytes(2_000_000)],
  ];
  it.each(contents)('of %s comes back as it was put, whole or in parts', async (_, bytes) => {
    const stored = await blobs.put(bytes);
    expect(stored).toEqual({ sha256: hashOf(bytes), size: bytes.length });
    expect(await blobs.put(parts(bytes))).toEqual(stored);
    expect(Buffer.compare(await blobs.get(stored.sha256, stored.size), bytes)).toBe(0);
    expect(await blobs.has(stored.sha256)).toBe(true);
    expect(blobs.path(stored.sha256)).toBe(join(folder, 'sha256', stored.sha256.slice(0, 2), stored.sha256));
  });

  it('is kept once, however often it is put', async () => {
    const bytes = randomBytes(5_000);
    await Promise.all(Array.from({ length: 10 }, () => blobs.put(bytes)));
    expect(await filesIn('sha256')).toEqual([hashOf(bytes)]);
    expect(await filesIn('arriving')).toEqual([]);
  });

  it('that is not there says so', async () => {
    const sha256 = hashOf(Buffer.from('never put'));
    expect(await blobs.has(sha256)).toBe(false);
    await expect(blobs.get(sha256)).rejects.toMatchObject({ code: 'unavailable', message: `The stored file ${sha256} is missing.` });
  });

  it('that lost bytes says so, and is mended by putting it again', async () => {
    const bytes = randomBytes(100);
    const { sha256, size } = await blobs.put(bytes);
    await truncate(blobs.path(sha256), 40);
    await expect(blobs.get(sha256, size)).rejects.toMatchObject({ code: 'unavailable' });
    await blobs.put(bytes);
    expect(await blobs.get(sha256, size)).toHaveLength(100);
  });

  it.each(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`])('is not looked for under the name "%s"', async (name) => {
    await expect(blobs.get(name)).rejects.toThrow('This is no sha256');
  });
});

describe('what is refused on its way in leaves nothing', () => {
  const expectNothingArriving = async () => expect(await filesIn('arriving')).toEqual([]);

  it('when it is too large', async () => {
    await expect(blobs.put(parts(randomBytes(10_000)), { limit: 9_999 })).rejects.toMatchObject({ code: 'too_large' });
    expect(await blobs.put(parts(randomBytes(10_000)), { limit: 10_000 })).toMatchObject({ size: 10_000 });
    expect(await filesIn('sha256')).toHaveLength(1);
    await expectNothingArriving();
  });

  it('when its sender breaks off', async () => {
    await expect(blobs.put(parts(randomBytes(10_000), new Error('gone')))).rejects.toThrow('gone');
    await expect(blobs.put(parts(randomBytes(10_000)), { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    await expectNothingArriving();
  });

  it('when the process died meanwhile', async () => {
    await writeFile(join(folder, 'arriving', 'half'), 'x');
    await FolderBlobStore.open(folder);
    await expectNothingArriving();
  });
});

describe('a sweep', () => {
  const DAY_MS = 86_400_000;
  const start = new Date('2026-03-01T00:00:00Z');
  const sweep = (days: number, referred: readonly string[] = []) =>
    blobs.sweep(new Set(referred), { now: new Date(start.getTime() + days * DAY_MS), graceMs: DAY_MS });

  it('removes what nobody has referred to for a day, and nothing else', async () => {
    const kept = await blobs.put(Buffer.from('kept'));
    const gone = await blobs.put(Buffer.from('gone'));
    expect(await sweep(0, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
    expect(await sweep(0.9, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
    expect(await sweep(1, [kept.sha256])).toEqual({ removed: 1, bytes: 4 });
    expect([await blobs.has(kept.sha256), await blobs.has(gone.sha256)]).toEqual([true, false]);
    expect(await filesIn('unreferred')).toEqual([]);
    expect(await sweep(9, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
  });

  it('counts anew from when a blob is stored or referred to again', async () => {
    const [stored, used] = [await blobs.put(Buffer.from('stored')), await blobs.put(Buffer.from('used'))];
    await sweep(0);
    await blobs.put(Buffer.from('stored'));
    await sweep(1, [used.sha256]);
    expect((await sweep(1.5)).removed).toBe(0);
    expect((await sweep(2)).removed).toBe(1);
    expect(await blobs.has(stored.sha256)).toBe(false);
    expect((await sweep(2.5)).removed).toBe(1);
  });

  it('of an empty store does nothing', async () => {
    expect(await sweep(0)).toEqual({ removed: 0, bytes: 0 });
  });

  it('stops when it is told to', async () => {
    await blobs.put(Buffer.from('some'));
    await expect(blobs.sweep(new Set(), { now: start, graceMs: 0, signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
