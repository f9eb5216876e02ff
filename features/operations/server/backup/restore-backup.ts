import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { openBlobStore } from '#platform/server/blobs/open-blob-store.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { fillDatabase } from '#platform/server/database/transfer/content.ts';
import { prepareTables } from '#platform/server/database/transfer/prepare.ts';
import type { Row } from '#platform/server/database/transfer/rows.ts';
import { Archive } from '#platform/server/zip/read-archive.ts';
import { BLOBS_FOLDER, GIT_FOLDER, MANIFEST_FILE, Manifest, tableFile } from './manifest.ts';
import { addEmptyFolders, checkRepository, listHeads } from './repositories.ts';

/** Rows in memory at a time. */
const BATCH_ROWS = 200;

/**
 * Restores a backup into an empty data folder and an empty database, wherever the settings place them: they may differ
 * from those of the backup. The server must be stopped. Everything is verified against the backup's manifest. An
 * interrupted restore can be repeated: the repositories, by which the server recognizes its data folder, appear last.
 * @throws Error if the target isn't empty or the result differs; nothing of it is in use then.
 */
export async function restoreBackup(config: Config, file: string, tell: (line: string) => void): Promise<Manifest> {
  const archive = await Archive.open(file);
  try {
    const manifest = await readManifest(archive, file);
    const names = Object.keys(manifest.repositories);
    const existing = names.filter((name) => existsSync(join(config.dataFolder, name)));
    if (existing.length > 0)
      throw new Error(
        `${config.dataFolder} already contains ${existing.join(' and ')}. Nothing was changed. Set LESSONWRIGHT_DATA to an empty folder.`,
      );
    tell(`Backup of ${manifest.made_at} by version ${manifest.version}.`);
    for (const name of names) await restoreRepository(config, archive, name, manifest.repositories[name] ?? []);
    tell(`${names.join(' and ')}: all branches verified.`);
    await restoreBlobs(config, archive, manifest);
    tell(`${manifest.blobs.count} files verified.`);
    await restoreDatabase(config, archive, manifest);
    tell(`${manifest.figures.length} tables verified.`);
    for (const name of names) await rename(asideOf(config, name), join(config.dataFolder, name));
    return manifest;
  } finally {
    archive.close();
  }
}

async function readManifest(archive: Archive, file: string): Promise<Manifest> {
  const read = Manifest.safeParse(await archive.read(MANIFEST_FILE).then(json, () => null));
  if (!read.success) throw new Error(`${file} is not a Lessonwright backup that this version can read.`);
  return read.data;
}

const asideOf = ({ dataFolder }: Config, name: string): string => join(dataFolder, `${name}.restoring`);

async function restoreRepository(config: Config, archive: Archive, name: string, heads: readonly string[]): Promise<void> {
  const folder = asideOf(config, name);
  await rm(folder, { recursive: true, force: true });
  const prefix = `${GIT_FOLDER}${name}/`;
  for (const path of archive.list(prefix)) {
    const target = join(folder, path.slice(prefix.length));
    await mkdir(dirname(target), { recursive: true });
    await archive.readTo(path, createWriteStream(target, { flush: true }));
  }
  await addEmptyFolders(folder);
  await checkRepository(folder);
  if (JSON.stringify(await listHeads(folder)) !== JSON.stringify(heads))
    throw new Error(`The branches of ${name} differ from the backup's manifest. The backup is damaged and was not put into use.`);
}

async function restoreBlobs(config: Config, archive: Archive, manifest: Manifest): Promise<void> {
  const blobs = await openBlobStore(config);
  try {
    let count = 0;
    for (const path of archive.list(BLOBS_FOLDER)) {
      const { sha256 } = await blobs.put(await archive.read(path));
      if (BLOBS_FOLDER + sha256 !== path)
        throw new Error(`The content of ${path} does not match its hash. The backup is damaged and was not put into use.`);
      count++;
    }
    if (count !== manifest.blobs.count)
      throw new Error(`The backup has ${count} files instead of ${manifest.blobs.count}. It is damaged and was not put into use.`);
  } finally {
    blobs.close?.();
  }
}

async function restoreDatabase(config: Config, archive: Archive, manifest: Manifest): Promise<void> {
  const database = await openDatabase({ ...config, isOwner: true });
  try {
    await prepareTables(database, manifest.migrations);
    const rowsOf = (table: { readonly name: string }) => batchesOf(archive, tableFile(table.name));
    await fillDatabase(database, { ...manifest, rowsOf }, () => undefined);
  } finally {
    await database.close();
  }
}

async function* batchesOf(archive: Archive, path: string): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  for await (const line of linesOf(await archive.read(path))) {
    rows.push(JSON.parse(line) as Row);
    if (rows.length < BATCH_ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Splits at line feeds only: texts contain the other separators that Node's own reader splits at. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
