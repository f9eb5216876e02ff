import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore, StoredBlob } from '#server/platform/blobs.ts';
import { openBlobStore } from '#server/platform/blobs/open-blob-store.ts';
import type { Config } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { withSnapshot, type DatabaseSnapshot } from '#server/platform/database/transfer/content.ts';
import type { Row } from '#server/platform/database/transfer/rows.ts';
import { VERSION } from '#server/platform/version.ts';
import { writeZip, type NewZipEntry } from '#server/platform/zip/write-zip.ts';
import { BLOBS_FOLDER, GIT_FOLDER, MANIFEST_FILE, REPOSITORIES, tableFile, type Manifest } from './manifest.ts';
import { listHeads, listRepositoryFiles } from './repositories.ts';

/**
 * Writes everything that lasts into one zip: the database, the repositories, the files, wherever the settings keep them. The product
 * must be stopped. The file appears under its name when it is whole and on disk.
 * @returns What is in it.
 * @throws Error when the file is there already.
 */
export async function writeBackup(config: Config, file: string, tell: (line: string) => void): Promise<Manifest> {
  if (existsSync(file)) throw new Error(`${file} is there already. Give another name; nothing was written.`);
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase({ ...config, isOwner: true });
  opened.defer(() => database.close());
  const blobs = await openBlobStore(config);
  opened.defer(() => blobs.close?.());
  // Awaited here: what is opened is closed when this function ends.
  return await withSnapshot(database, async (snapshot) => {
    const stored = await listAll(blobs);
    const manifest = await describe(config, snapshot, stored);
    const entries = [
      { path: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify(manifest, null, 2)) },
      ...tableEntries(snapshot),
      ...(await repositoryEntries(config, Object.keys(manifest.repositories))),
      ...stored.map(({ sha256, size }): NewZipEntry => ({ path: BLOBS_FOLDER + sha256, size, open: () => blobs.stream(sha256, size) })),
    ];
    tell(`${manifest.figures.length} tables, ${Object.keys(manifest.repositories).join(' and ')}, ${stored.length} files`);
    await writeWhole(file, entries);
    return manifest;
  });
}

async function describe({ dataFolder }: Config, snapshot: DatabaseSnapshot, stored: readonly StoredBlob[]): Promise<Manifest> {
  const repositories: Record<string, string[]> = {};
  for (const name of REPOSITORIES) {
    const folder = join(dataFolder, name);
    if (existsSync(folder)) repositories[name] = await listHeads(folder);
  }
  return {
    format: 'lessonwright-backup-1',
    version: VERSION,
    made_at: new Date().toISOString(),
    migrations: [...snapshot.migrations],
    tables: snapshot.tables.map(({ name, columns, types }) => ({ name, columns: [...columns], types: [...types] })),
    sequences: [...snapshot.sequences],
    figures: [...snapshot.figures],
    repositories,
    blobs: { count: stored.length, bytes: stored.reduce((sum, { size }) => sum + size, 0) },
  };
}

/** Tables are read from one session, so each is opened when the one before it is written. */
function tableEntries(snapshot: DatabaseSnapshot): NewZipEntry[] {
  return snapshot.tables.map((table) => ({
    path: tableFile(table.name),
    open: () => Promise.resolve(Readable.from(lines(snapshot.rowsOf(table)), { objectMode: false })),
  }));
}

async function* lines(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function repositoryEntries({ dataFolder }: Config, names: readonly string[]): Promise<NewZipEntry[]> {
  const entries: NewZipEntry[] = [];
  for (const name of names) {
    for (const { path, size } of await listRepositoryFiles(join(dataFolder, name))) {
      const open = () => Promise.resolve(createReadStream(join(dataFolder, name, path)));
      entries.push({ path: `${GIT_FOLDER}${name}/${path}`, size, open });
    }
  }
  return entries;
}

async function listAll(blobs: BlobStore): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const blob of blobs.list()) all.push(blob);
  return all;
}

async function writeWhole(file: string, entries: readonly NewZipEntry[]): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    const { stream } = await writeZip(entries);
    // It holds everybody's password hashes and work.
    await pipeline(stream, createWriteStream(unfinished, { mode: 0o600 }));
    const written = await open(unfinished);
    try {
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
