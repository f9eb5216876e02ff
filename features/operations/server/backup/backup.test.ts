import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listOpenFileHashes } from '#features/changes/server/queries.ts';
import { listFileHashes } from '#features/lesson-files/server/queries.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, type Db } from '#platform/server/database/database.ts';
import { BusyAuthor, ROUND } from '#testing/busy-author.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '#testing/database.ts';
import { createTestBucket } from '#testing/s3-server.ts';
import { createProductFolder, whileRunning, type ProductFolder } from '#testing/stopped-product.ts';
import { readWhatLasts, type WhatLasts } from '#testing/what-lasts.ts';
import { findLastBackup } from './last-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

// These tests start and stop whole servers, which takes minutes on a busy machine. What is backed up is on the PostgreSQL server that
// the tests share, which costs less than one of its own, and is restored to one in a data folder.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const quiet = () => undefined;

let product: ProductFolder;
let place: TestDatabasePlace;
/** Where the backup is restored. Only the last test changes anything there. */
let restored: ProductFolder;
let outside: string;
let file: string;
let made: Manifest;
let recordedAt: Date | null;
let manifest: Manifest;
let lasting: WhatLasts;
let firstLesson: number;
let secondLesson: number;
const source = () => product.config({ DATABASE_URL: place.databaseUrl });
const told: string[] = [];
const toldByRestore: string[] = [];
beforeAll(async () => {
  product = await createProductFolder();
  place = await createTestDatabasePlace();
  restored = await createProductFolder();
  outside = await mkdtemp(join(tmpdir(), 'backup-'));
  file = join(outside, 'monday.zip');
  await whileRunning(source(), async (client, calls) => {
    const { id } = await client.createLesson({ body: { sequence: 900, title: 'Kept “so”' } });
    await client.saveLesson({ params: { id }, body: { description: 'Kept \u2028 \u0001 “so”' } });
    const author = await BusyAuthor.start(client, calls);
    ({ first: firstLesson, second: secondLesson } = author);
    await author.rounds(1);
    made = await writeBackup(source(), file, (line) => told.push(line));
    recordedAt = await findLastBackup(source().dataFolder);
    await author.rounds(1);
    await author.stop();
  });
  manifest = await restoreBackup(restored.config(), file, (line) => toldByRestore.push(line));
  lasting = await readWhatLasts(restored.config());
});
afterAll(async () => {
  await place.remove();
  await product.remove();
  await restored.remove();
  await rm(outside, { recursive: true });
});

/** Runs git in a restored repository and returns its output. */
function git(config: Config, repository: string, ...args: string[]): string {
  return execFileSync('git', [`--git-dir=${join(config.dataFolder, repository)}`, ...args]).toString();
}

/** The commits on a repository's branches that carry a change id, by change. */
function commitsByChange(config: Config, repository: string): Map<string, string[]> {
  const log = git(config, repository, 'log', '--branches', '--format=%H %(trailers:key=Change-Id,valueonly,separator=%x20)');
  const commits = new Map<string, string[]>();
  for (const line of log.trim().split('\n')) {
    const [commit = '', ...changes] = line.trim().split(/\s+/);
    for (const change of changes) commits.set(change, [...(commits.get(change) ?? []), commit]);
  }
  return commits;
}

async function inDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

describe('a backup during writes', () => {
  it('is one file readable only by its owner, and overwrites none', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(outside)).toEqual(['monday.zip']);
    expect(recordedAt?.toISOString()).toBe(made.made_at);
    expect(told).toEqual([
      expect.stringMatching(`^Snapshot taken at ${made.made_at}; writes to git were paused for \\d+ ms\\.$`),
      `${made.figures.length} tables, working.git and content.git, ${made.blobs.count} files`,
    ]);
    await expect(writeBackup(source(), file, quiet)).rejects.toThrow('already exists');
  });

  it('restores the rows, branches and files that it lists', async () => {
    expect(toldByRestore).toHaveLength(4);
    expect(manifest).toEqual(made);
    expect(lasting.tables).toEqual(made.figures);
    expect(lasting.heads).toEqual(Object.entries(made.repositories).flatMap(([name, heads]) => heads.map((head) => `${name} ${head}`)));
    expect(lasting.blobs).toHaveLength(made.blobs.count);
    await expect(restoreBackup(restored.config(), file, quiet)).rejects.toThrow('already contains working.git and content.git');
  });

  it('is consistent: rows, branches and files match', async () => {
    const config = restored.config();
    await inDatabase(config, async (db) => {
      const lessons = await db
        .selectFrom('lessons')
        .select(['id', 'fields'])
        .where('id', 'in', [firstLesson, secondLesson])
        .orderBy('id')
        .execute();
      const [first = 0, second = 0] = lessons.map(({ fields }) => Number(ROUND.exec(fields.description)?.[1] ?? 0));
      expect(first).toBeGreaterThanOrEqual(1);
      expect([second, second + 1]).toContain(first);

      const releases = await db.selectFrom('releases').select(['branch_name', 'commit_sha', 'pushed_sha']).execute();
      const changes = await db.selectFrom('changes').select(['uuid', 'state', 'commit_sha']).execute();
      expect(releases.length).toBeGreaterThan(2);
      const named = [...releases, ...changes].flatMap(({ commit_sha }) => commit_sha ?? []);
      for (const commit of new Set(named)) expect(git(config, 'working.git', 'cat-file', '-t', commit)).toBe('commit\n');
      for (const { pushed_sha, branch_name } of releases)
        if (pushed_sha !== null) git(config, 'content.git', 'merge-base', '--is-ancestor', pushed_sha, branch_name);
      const known = changes.map(({ uuid }) => uuid);
      for (const repository of ['working.git', 'content.git']) {
        expect(known).toEqual(expect.arrayContaining([...commitsByChange(config, repository).keys()]));
        git(config, repository, 'fsck', '--full', '--strict');
      }

      const hashes = [...(await listFileHashes(db)), ...(await listOpenFileHashes(db))];
      expect(hashes.length).toBeGreaterThan(1);
      expect(lasting.blobs).toEqual(expect.arrayContaining(hashes));
    });
  });

  it('is refused if truncated or corrupt, and can then be restored to a PostgreSQL server and a bucket, and made again', async () => {
    const [there, bucket, other] = [await createTestDatabasePlace('empty'), await createTestBucket(), await createProductFolder()];
    const config = other.config({ DATABASE_URL: there.databaseUrl, ...bucket.env });
    const damaged = join(outside, 'damaged.zip');
    const bytes = await readFile(file);

    await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
    await expect(verifyBackup(source(), damaged, quiet)).rejects.toThrow();
    // The last entry before the file list is a blob, stored uncompressed.
    const last = bytes.lastIndexOf(Buffer.from(`blobs/${lasting.blobs.at(-1)}`), bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
    const flipped = Buffer.from(bytes);
    const at = last + 70 + 3;
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    await writeFile(damaged, flipped);
    await expect(restoreBackup(config, damaged, quiet)).rejects.toThrow(/does not match its hash/);

    await restoreBackup(config, file, quiet);
    const { blobs, ...rest } = await readWhatLasts(config);
    expect({ ...rest, blobs: lasting.blobs }).toEqual(lasting);
    // No row references what the damaged one brought; a later sweep removes it.
    expect(blobs).toEqual(expect.arrayContaining([...lasting.blobs]));
    // No server is running here.
    for (const [name, from] of Object.entries({ tuesday: config, wednesday: restored.config() })) {
      const { figures, repositories } = await writeBackup(from, join(outside, `${name}.zip`), quiet);
      expect({ figures, repositories }).toEqual({ figures: made.figures, repositories: made.repositories });
    }
    await other.remove();
    await bucket.remove();
    await there.remove();
  });

  it('is verified by a restore that leaves nothing', async () => {
    // Other suites verify backups at the same time.
    const temporary = join(outside, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const lines: string[] = [];
    expect(await verifyBackup(source(), file, (line) => lines.push(line))).toEqual(made);
    expect(lines).toEqual(toldByRestore);
    const text = join(outside, 'notes.txt');
    await writeFile(text, 'no zip');
    await expect(verifyBackup(source(), text, quiet)).rejects.toThrow();
    vi.unstubAllEnvs();
    expect(await readdir(temporary)).toEqual([]);
  });

  it('lets the server continue after a restore: saves are committed once, and nothing is repaired', async () => {
    const config = restored.config();
    const noted = await inDatabase(config, (db) => db.selectFrom('changes').select('uuid').where('commit_sha', 'is not', null).execute());
    const before = commitsByChange(config, 'working.git');
    await whileRunning(config, async (client) => {
      const lesson = (await client.listLessons()).find(({ sequence }) => sequence === 900);
      const { title, description } = await client.getLesson({ params: { id: lesson?.id ?? 0 } });
      expect([title, description]).toEqual(['Kept “so”', 'Kept \u2028 \u0001 “so”']);
      await client.createLesson({ body: { sequence: 903, title: 'After it' } });
      await inDatabase(config, async (db) => {
        const countOpen = () => db.selectFrom('changes').select('uuid').where('state', '!=', 'pushed').execute();
        await vi.waitFor(async () => expect(await countOpen()).toEqual([]), { timeout: 300_000, interval: 50 });
        const changes = await db.selectFrom('changes').select(['uuid', 'commit_sha']).execute();
        const after = commitsByChange(config, 'content.git');
        const inGit = changes.filter(({ uuid }) => after.has(uuid));
        for (const { uuid, commit_sha } of inGit) expect(after.get(uuid)).toEqual([commit_sha]);
        for (const { uuid } of noted) expect(after.get(uuid)).toEqual(before.get(uuid));
        expect([...after.keys()].length).toBeGreaterThan([...before.keys()].length);
      });
    });
  });
});
