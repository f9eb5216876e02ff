import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FolderBlobStore } from '#platform/server/blobs/folder-store.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '#testing/database.ts';
import { createTestBucket, type TestBucket } from '#testing/s3-server.ts';
import { createProductFolder, whileRunning, type ProductFolder } from '#testing/stopped-product.ts';
import { readWhatLasts } from '#testing/what-lasts.ts';
import { moveBlobs } from './move-blobs.ts';
import { moveDatabase } from './move-database.ts';

// These tests start and stop whole servers, which takes minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

// One server moves from the built-in storage to PostgreSQL and a bucket, is used there, and moves back.

let product: ProductFolder;
let outside: TestDatabasePlace;
let bucket: TestBucket;
let url: string;
beforeAll(async () => {
  product = await createProductFolder();
  outside = await createTestDatabasePlace('empty');
  url = outside.databaseUrl;
  bucket = await createTestBucket();
  await whileRunning(product.config(), async (client) => {
    const { id } = await client.createLesson({ body: { sequence: 900, title: 'Before the “move”' } });
    await client.saveLesson({ params: { id }, body: { description: 'Before the “move”\u2028 \\N ✓' } });
  });
});
afterAll(async () => {
  await bucket.remove();
  await outside.remove();
  await product.remove();
});

const quiet = () => undefined;
const away = () => ({ DATABASE_URL: url, ...bucket.env });

describe('moving', () => {
  it('to a server and a bucket keeps every row, waiting job, sequence and file, and repeating it changes nothing', async () => {
    const before = await readWhatLasts(product.config());
    expect(before.lessons.length).toBeGreaterThan(3);
    expect(before.blobs.length).toBeGreaterThan(0);
    expect(before.tables.find(({ name }) => name === 'pgboss.queue')?.rows).toBeGreaterThan(0);

    const lines: string[] = [];
    expect(await moveDatabase(product.config(), url, (line) => lines.push(line))).toContain('DATABASE_URL');
    expect(lines.at(-1)).toBe('All tables verified: the copy is identical.');
    await moveBlobs(product.config(bucket.env), 's3', quiet);
    expect(await readWhatLasts(product.config(away()))).toEqual(before);

    // The source is unchanged: otherwise they would differ.
    await moveDatabase(product.config(), url, (line) => lines.push(line));
    expect(lines.at(-1)).toBe('The target was already identical; nothing was written.');
    await moveBlobs(product.config(bucket.env), 's3', (line) => lines.push(line));
    expect(lines.at(-1)).toMatch(/^0 files copied .* already in the target/);
  });

  it('lets the server use the new location, and moves back with later changes', async () => {
    const made = await whileRunning(product.config(away()), async (client) => {
      const { id } = await client.createLesson({ body: { sequence: 901, title: 'On the server' } });
      return client.getLesson({ params: { id } });
    });
    expect(made.title).toBe('On the server');
    const there = await readWhatLasts(product.config(away()));

    // The old database is still in the folder and is not overwritten.
    await expect(moveDatabase(product.config(away()), 'built-in', quiet)).rejects.toThrow(
      /The target is not empty: .*public\.users has 1 rows/,
    );
    await rm(join(product.folder, DATABASE_FOLDER), { recursive: true });
    await rm(join(product.folder, 'blobs'), { recursive: true });
    await moveDatabase(product.config(away()), 'built-in', quiet);
    await moveBlobs(product.config(bucket.env), 'folder', quiet);
    expect(await readWhatLasts(product.config())).toEqual(there);
  });

  it('leaves the target empty when interrupted, and can be repeated', async () => {
    const place = await createTestDatabasePlace('empty');
    const other = place.databaseUrl;
    const stop = new Error('the process was killed here');
    const breakOff = (line: string) => {
      if (line.startsWith('public.screens:')) throw stop;
    };
    await expect(moveDatabase(product.config(away()), other, breakOff)).rejects.toThrow(stop);
    const lines: string[] = [];
    await moveDatabase(product.config(away()), other, (line) => lines.push(line));
    expect(lines.at(-1)).toBe('All tables verified: the copy is identical.');
    await place.remove();
  });

  it('reports damaged files instead of copying them', async () => {
    const config = product.config(bucket.env);
    const { sha256 } = await (await FolderBlobStore.open(join(product.folder, 'blobs'))).put(Buffer.from('will be damaged'));
    const spy = vi.spyOn(FolderBlobStore.prototype, 'stream').mockImplementation(async function (this: FolderBlobStore, hash, size) {
      spy.mockRestore();
      const { Readable } = await import('node:stream');
      return hash === sha256 ? Readable.from([Buffer.from('other bytes')]) : this.stream(hash, size);
    });
    await expect(moveBlobs(config, 's3', quiet)).rejects.toThrow(`1 files are damaged in the source and were not copied: ${sha256}.`);
  });

  it('refuses invalid combinations, and a data folder in use', async () => {
    await expect(moveDatabase(product.config(), 'mysql://localhost/x', quiet)).rejects.toThrow('The target must be built-in');
    await expect(moveDatabase(product.config(), 'built-in', quiet)).rejects.toThrow('already in use');
    await expect(moveBlobs(product.config(), 's3', quiet)).rejects.toThrow('Set LESSONWRIGHT_S3_BUCKET');
    const lock = await lockDataFolder(product.folder);
    await expect(lockDataFolder(product.folder)).rejects.toThrow(`is in use by process ${process.pid}. Stop it first`);
    lock.release();
  });
});
