import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestPostgres, postgresUrl } from '#testing/postgres.ts';
import { createTestBucket } from '#testing/s3-server.ts';
import { createProductFolder, whileRunning, type ProductFolder } from '#testing/stopped-product.ts';
import { readWhatLasts, type WhatLasts } from '#testing/what-lasts.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

// Whole products start and stop here: on a machine with much else to do that takes minutes.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const quiet = () => undefined;

let product: ProductFolder;
let outside: string;
let file: string;
let lasting: WhatLasts;
beforeAll(async () => {
  product = await createProductFolder();
  outside = await mkdtemp(join(tmpdir(), 'backup-'));
  file = join(outside, 'monday.zip');
  await whileRunning(product.config(), async (client) => {
    const { id } = await client.createLesson({ body: { sequence: 900, title: 'Kept “so”' } });
    await client.saveLesson({ params: { id }, body: { description: 'Kept \u2028 \u0001 “so”' } });
  });
  lasting = await readWhatLasts(product.config());
  await writeBackup(product.config(), file, quiet);
});
afterAll(async () => {
  await product.remove();
  await rm(outside, { recursive: true });
});

describe('a backup', () => {
  it('is one file for its owner alone, and overwrites none', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(outside)).toEqual(['monday.zip']);
    await expect(writeBackup(product.config(), file, quiet)).rejects.toThrow('is there already');
  });

  it('gives the same lessons, rows, branches and files in an empty folder, where the product works on', async () => {
    const other = await createProductFolder();
    const told: string[] = [];
    const manifest = await restoreBackup(other.config(), file, (line) => told.push(line));
    expect(told).toHaveLength(4);
    expect(manifest.blobs.count).toBe(lasting.blobs.length);
    expect(await readWhatLasts(other.config())).toEqual(lasting);
    await whileRunning(other.config(), async (client) => {
      const lesson = (await client.listLessons()).find(({ sequence }) => sequence === 900);
      const { title, description } = await client.getLesson({ params: { id: lesson?.id ?? 0 } });
      expect([title, description]).toEqual(['Kept “so”', 'Kept \u2028 \u0001 “so”']);
      await client.createLesson({ body: { sequence: 901, title: 'After it' } });
    });
    await expect(restoreBackup(other.config(), file, quiet)).rejects.toThrow('holds working.git and content.git already');
    await other.remove();
  });

  it('can be restored to a PostgreSQL server and a bucket instead, and from there', async () => {
    const [postgres, bucket, other] = [await startTestPostgres(), await createTestBucket(), await createProductFolder()];
    const env = { DATABASE_URL: postgresUrl(postgres.folder, 'postgres'), ...bucket.env };
    await restoreBackup(other.config(env), file, quiet);
    expect(await readWhatLasts(other.config(env))).toEqual(lasting);
    await writeBackup(other.config(env), join(outside, 'tuesday.zip'), quiet);
    const third = await createProductFolder();
    await restoreBackup(third.config(), join(outside, 'tuesday.zip'), quiet);
    expect(await readWhatLasts(third.config())).toEqual(lasting);
    for (const folder of [other, third]) await folder.remove();
    await bucket.remove();
    await postgres.stop();
  });

  it('that is cut short or has a wrong byte is refused, and what was begun can be begun again', async () => {
    const other = await createProductFolder();
    const damaged = join(outside, 'damaged.zip');
    const whole = await open(file);
    const bytes = await whole.readFile();
    await whole.close();

    await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
    await expect(restoreBackup(other.config(), damaged, quiet)).rejects.toThrow();
    // The last file before the list of files is one of the blobs, stored as it is.
    const last = bytes.lastIndexOf(Buffer.from(`blobs/${lasting.blobs.at(-1)}`), bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
    const flipped = Buffer.from(bytes);
    const at = last + 70 + 3;
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    await writeFile(damaged, flipped);
    await expect(restoreBackup(other.config(), damaged, quiet)).rejects.toThrow(/other bytes than its name says/);

    await restoreBackup(other.config(), file, quiet);
    // What the damaged one brought is in no row, and is swept away with time.
    expect((await readWhatLasts(other.config())).tables).toEqual(lasting.tables);
    await other.remove();
  });

  it('of something else is told so', async () => {
    const text = join(outside, 'notes.txt');
    await writeFile(text, 'no zip');
    await expect(restoreBackup(product.config(), text, quiet)).rejects.toThrow();
  });
});
