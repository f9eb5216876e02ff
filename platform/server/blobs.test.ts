import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3Client, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/contract/times.ts';
import { createTestBucket, type TestBucket } from '#testing/s3-server.ts';
import type { BlobStore, StoredBlob } from './blobs.ts';
import { FolderBlobStore } from './blobs/folder-store.ts';
import { S3BlobStore } from './blobs/s3-store.ts';
import { readConfig } from './config.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A store of one kind, with the operations that differ per kind. */
interface Opened {
  readonly blobs: BlobStore;
  /** Truncates a blob, bypassing the store. */
  readonly shorten: (sha256: string, bytes: number) => Promise<void>;
  /** The same store, as the next start of the server opens it. */
  readonly reopen: (isReader?: boolean) => Promise<BlobStore>;
  readonly close: () => Promise<void>;
}

async function openFolder(folder: string): Promise<Opened> {
  const blobs = await FolderBlobStore.open(folder);
  return {
    blobs,
    shorten: (sha256, bytes) => truncate(blobs.path(sha256), bytes),
    reopen: (isReader) => FolderBlobStore.open(folder, isReader),
    close: () => Promise.resolve(),
  };
}

async function openBucket(folder: string): Promise<Opened & { bucket: TestBucket }> {
  const bucket = await createTestBucket();
  const { s3 } = readConfig(bucket.env);
  if (s3 === null) throw new Error('The settings name no bucket.');
  const open = (isReader?: boolean) => S3BlobStore.open(s3, folder, isReader);
  const blobs = await open();
  const client = new S3Client({
    endpoint: bucket.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.credentials?.accessKey ?? '', secretAccessKey: s3.credentials?.secret.reveal() ?? '' },
  });
  return {
    bucket,
    blobs,
    shorten: async (sha256, bytes) => {
      const short = (await blobs.get(sha256)).subarray(0, bytes);
      await client.send(new PutObjectCommand({ Bucket: bucket.name, Key: `sha256/${sha256.slice(0, 2)}/${sha256}`, Body: short }));
    },
    reopen: open,
    close: async () => {
      blobs.close();
      client.destroy();
      await bucket.remove();
    },
  };
}

async function listed(blobs: BlobStore): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const blob of blobs.list()) all.push(blob);
  return all;
}

async function* parts(bytes: Uint8Array, error?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 100_000);
  }
  if (error) throw error;
}

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
])('blobs in %s', (_, open) => {
  let folder: string;
  let opened: Opened;
  let blobs: BlobStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    opened = await open(folder);
    blobs = opened.blobs;
  });
  afterEach(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  const filesIn = (name: string): Promise<string[]> => readdir(join(folder, name)).catch(() => []);
  const expectNothingArriving = async () => expect(await filesIn('arriving')).toEqual([]);

  const contents: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['text', Buffer.from('héllo')],
    ['many bytes', randomBytes(20_000_000)],
  ];
  it.each(contents)('are read as stored, completely or in parts: %s', async (_name, bytes) => {
    const stored = await blobs.put(bytes);
    expect(stored).toEqual({ sha256: hashOf(bytes), size: bytes.length });
    expect(await blobs.put(parts(bytes))).toEqual(stored);
    expect(Buffer.compare(await blobs.get(stored.sha256, stored.size), bytes)).toBe(0);
    expect(Buffer.compare(await buffer(await blobs.stream(stored.sha256, stored.size)), bytes)).toBe(0);
    expect(await blobs.has(stored.sha256)).toBe(true);
    expect(await listed(blobs)).toEqual([stored]);
    await expectNothingArriving();
  });

  it('are stored once, even if put repeatedly', async () => {
    const bytes = randomBytes(5_000);
    await Promise.all(Array.from({ length: 10 }, () => blobs.put(bytes)));
    expect(await listed(blobs)).toEqual([{ sha256: hashOf(bytes), size: 5_000 }]);
    await expectNothingArriving();
  });

  it('exist after a restart', async () => {
    const { sha256 } = await blobs.put(Buffer.from('stays'));
    expect(Buffer.from(await (await opened.reopen()).get(sha256)).toString()).toBe('stays');
  });

  it('can be read by a second process, which ignores incoming files', async () => {
    const { sha256 } = await blobs.put(Buffer.from('stays'));
    await writeFile(join(folder, 'arriving', 'half'), 'x');
    const reader = await opened.reopen(true);
    expect((await buffer(await reader.stream(sha256))).toString()).toBe('stays');
    expect(await readdir(join(folder, 'arriving'))).toEqual(['half']);
  });

  it("report that they don't exist", async () => {
    const sha256 = hashOf(Buffer.from('never put'));
    expect(await blobs.has(sha256)).toBe(false);
    const missing = { code: 'unavailable', message: `The stored file ${sha256} is missing.` };
    await expect(blobs.get(sha256)).rejects.toMatchObject(missing);
    await expect(blobs.stream(sha256)).rejects.toMatchObject(missing);
  });

  it('report missing bytes, and are repaired by storing them again', async () => {
    const bytes = randomBytes(100);
    const { sha256, size } = await blobs.put(bytes);
    await opened.shorten(sha256, 40);
    const damaged = { code: 'unavailable', message: `The stored file ${sha256} is damaged: it has 40 bytes instead of 100.` };
    await expect(blobs.get(sha256, size)).rejects.toMatchObject(damaged);
    await expect(blobs.stream(sha256, size)).rejects.toMatchObject(damaged);
    await blobs.put(bytes);
    expect(await blobs.get(sha256, size)).toHaveLength(100);
  });

  it.each(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`])('are not looked for under the name "%s"', async (name) => {
    await expect(blobs.get(name)).rejects.toThrow('Not a SHA-256');
  });

  describe('a refused blob leaves nothing behind', () => {
    it('when it is too large', async () => {
      await expect(blobs.put(parts(randomBytes(200_000)), { limit: 199_999 })).rejects.toMatchObject({ code: 'too_large' });
      expect(await blobs.put(parts(randomBytes(200_000)), { limit: 200_000 })).toMatchObject({ size: 200_000 });
      expect(await listed(blobs)).toHaveLength(1);
      await expectNothingArriving();
    });

    it('when its sender disconnects', async () => {
      await expect(blobs.put(parts(randomBytes(200_000), new Error('gone')))).rejects.toThrow('gone');
      await expect(blobs.put(parts(randomBytes(200_000)), { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
      expect(await listed(blobs)).toEqual([]);
      await expectNothingArriving();
    });

    it('when the process dies', async () => {
      await writeFile(join(folder, 'arriving', 'half'), 'x');
      await opened.reopen();
      await expectNothingArriving();
    });
  });

  describe('a sweep', () => {
    const start = new Date('2026-03-01T00:00:00Z');
    const sweep = (days: number, referred: readonly string[] = []) =>
      blobs.sweep(new Set(referred), { now: new Date(start.getTime() + days * DAY_MS), graceMs: DAY_MS });

    it('removes only blobs unreferenced for a day', async () => {
      const kept = await blobs.put(Buffer.from('kept'));
      const gone = await blobs.put(Buffer.from('gone'));
      expect(await sweep(0, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
      expect(await sweep(0.9, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
      expect(await sweep(1, [kept.sha256])).toEqual({ removed: 1, bytes: 4 });
      expect([await blobs.has(kept.sha256), await blobs.has(gone.sha256)]).toEqual([true, false]);
      expect(await filesIn('unreferred')).toEqual([]);
      expect(await sweep(9, [kept.sha256])).toEqual({ removed: 0, bytes: 0 });
    });

    it('restarts the day when a blob is stored or referenced again', async () => {
      const [stored, used] = [await blobs.put(Buffer.from('stored')), await blobs.put(Buffer.from('used'))];
      await sweep(0);
      await blobs.put(Buffer.from('stored'));
      await sweep(1, [used.sha256]);
      expect((await sweep(1.5)).removed).toBe(0);
      expect((await sweep(2)).removed).toBe(1);
      expect(await blobs.has(stored.sha256)).toBe(false);
      expect((await sweep(2.5)).removed).toBe(1);
    });

    it('does nothing in an empty store', async () => {
      expect(await sweep(0)).toEqual({ removed: 0, bytes: 0 });
    });

    it('stops on its signal', async () => {
      await blobs.put(Buffer.from('some'));
      await expect(blobs.sweep(new Set(), { now: start, graceMs: 0, signal: AbortSignal.abort() })).rejects.toThrow();
    });
  });
});

describe.skipIf(process.env['TEST_S3'] !== undefined)('a bucket whose server goes away', () => {
  it('reports it, stores nothing partially, and accepts the file afterwards', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    const { blobs, bucket, close } = await openBucket(folder);
    const { sha256 } = await blobs.put(Buffer.from('before'));
    await bucket.stop();
    const down = { code: 'unavailable', message: expect.stringContaining('cannot be reached') as string };
    await expect(blobs.put(Buffer.from('meanwhile'))).rejects.toMatchObject(down);
    await expect(blobs.get(sha256)).rejects.toMatchObject(down);
    // An error instead of "no": the answer is unknown.
    await expect(blobs.has(sha256)).rejects.toMatchObject(down);
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
    await close();
    await rm(folder, { recursive: true });
  });
});

describe('a bucket that accepts connections and no longer responds', () => {
  it('is reported after a limit, for uploads and for reads, and nothing stays of the upload', async () => {
    const hangs = createServer((request, response) => {
      // Only the check of the start gets a response.
      if (request.method === 'HEAD' && request.url?.includes('sha256') === false) response.end();
    }).listen(0, '127.0.0.1');
    await once(hangs, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    const { s3 } = readConfig({
      LESSONWRIGHT_S3_BUCKET: 'hangs',
      LESSONWRIGHT_S3_ENDPOINT: `http://127.0.0.1:${(hangs.address() as AddressInfo).port}`,
      LESSONWRIGHT_S3_ACCESS_KEY: 'key',
      LESSONWRIGHT_S3_SECRET: 'not-a-secret',
    });
    if (s3 === null) throw new Error('The settings name no bucket.');
    const blobs = await S3BlobStore.open(s3, folder, false, 100);
    const hung = { code: 'unavailable', message: expect.stringContaining('accepts connections but does not respond.') as string };
    try {
      await expect(blobs.put(Buffer.from('meanwhile'))).rejects.toMatchObject(hung);
      await expect(blobs.stream('0'.repeat(64))).rejects.toMatchObject(hung);
      await expect(blobs.has('0'.repeat(64))).rejects.toMatchObject(hung);
      expect(await readdir(join(folder, 'arriving'))).toEqual([]);
    } finally {
      blobs.close();
      hangs.closeAllConnections();
      hangs.close();
      await rm(folder, { recursive: true });
    }
  });
});

it('a missing bucket is reported at the start, with what to check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  const bucket = await createTestBucket();
  const { s3 } = readConfig({ ...bucket.env, LESSONWRIGHT_S3_BUCKET: 'another-bucket' });
  if (s3 === null) throw new Error('The settings name no bucket.');
  await expect(S3BlobStore.open(s3, folder)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('has no such bucket: create it, or check LESSONWRIGHT_S3_BUCKET.') as string,
  });
  await bucket.remove();
  await rm(folder, { recursive: true });
});
