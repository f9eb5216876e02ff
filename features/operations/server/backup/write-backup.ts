import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { flushFolder } from '#features/git/server/index.ts';
import type { BlobStore, StoredBlob } from '#platform/server/blobs.ts';
import { openBlobReader } from '#platform/server/blobs/open-blob-store.ts';
import type { Config } from '#platform/server/config.ts';
import {
  BACKUP_LIMITS,
  ConnectionLostError,
  withStableRefs,
  withoutRemovals,
  type BackupLimits,
} from '#platform/server/database/backup-locks.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { FolderInUseError } from '#platform/server/database/folder-lock.ts';
import { withSnapshot, type DatabaseSnapshot } from '#platform/server/database/transfer/content.ts';
import type { Row } from '#platform/server/database/transfer/rows.ts';
import { isDiskFull } from '#platform/server/full-disk.ts';
import { VERSION } from '#platform/server/version.ts';
import { writeZip, type NewZipEntry } from '#platform/server/zip/write-zip.ts';
import { recordBackup } from './last-backup.ts';
import { BLOBS_FOLDER, GIT_FOLDER, MANIFEST_FILE, REPOSITORIES, tableFile, type Manifest } from './manifest.ts';
import { listHeads, listRepositoryFiles, packedRefs } from './repositories.ts';

/** While a database starts or stops. */
const OPEN_PAUSE_MS = 250;

/**
 * Writes all persistent data to one zip: the database, the repositories and the files, wherever the settings place
 * them. The server may be running: rows and branches are from one point in time, during which no branch moves. The file
 * appears under its name once it is complete and on disk; otherwise only a killed process leaves anything behind.
 * @returns What it contains.
 * @throws Error that says what to do: the file exists, the server was stopped, or a lock can't be obtained.
 */
export async function writeBackup(
  config: Config,
  file: string,
  tell: (line: string) => void,
  limits: BackupLimits = BACKUP_LIMITS,
): Promise<Manifest> {
  if (existsSync(file)) throw new Error(`${file} already exists. Nothing was written. Choose another name.`);
  await using opened = new AsyncDisposableStack();
  const database = await openBesideProduct(config, limits);
  opened.defer(() => database.close());
  const blobs = await openBlobReader(config);
  opened.defer(() => blobs.close?.());
  const target = new NewFile(file);
  try {
    const manifest = await withoutRemovals(database.pool, limits, async () => {
      // Before the server has to wait, so that an unwritable target fails early.
      await target.create();
      return writeAll({ config, pool: database.pool, blobs, limits, tell }, target);
    });
    // Only now is it certain that nothing was removed during the backup.
    await target.keep();
    await recordBackup(config.dataFolder, new Date(manifest.made_at)).catch(() =>
      tell('The time of this backup could not be stored in the data folder, so metrics do not show it.'),
    );
    return manifest;
  } catch (error) {
    await target.remove();
    throw explained(error, file);
  }
}

/** The running server's database, or one that is started for this. */
async function openBesideProduct(config: Config, { waitMs }: BackupLimits): Promise<Database> {
  for (const end = Date.now() + waitMs; ; await sleep(OPEN_PAUSE_MS)) {
    try {
      return await openDatabase(config);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      if (Date.now() > end)
        throw new Error(
          `Process ${error.pid} uses the data folder ${config.dataFolder}, but no database is running there: the server is starting or stopping, a restore or move is in progress, or the server runs in another container. Nothing was written. Try again later, or in that container.`,
          { cause: error },
        );
    }
  }
}

interface Source {
  readonly config: Config;
  readonly pool: Database['pool'];
  readonly blobs: Pick<BlobStore, 'list' | 'stream'>;
  readonly limits: BackupLimits;
  readonly tell: (line: string) => void;
}

async function writeAll({ config, pool, blobs, limits, tell }: Source, target: NewFile): Promise<Manifest> {
  // Starts the git host now, so that the server doesn't wait for that.
  await listAllHeads(config);
  let moment = { at: new Date(), heads: new Map<string, string[]>() };
  const noteMoment = async (takeSnapshot: () => Promise<void>): Promise<void> => {
    const waitedMs = await withStableRefs(pool, limits, async () => {
      const began = performance.now();
      const at = new Date();
      const [heads] = await Promise.all([listAllHeads(config), takeSnapshot()]);
      moment = { at, heads };
      return Math.ceil(performance.now() - began);
    });
    tell(`Snapshot taken at ${moment.at.toISOString()}; writes to git were paused for ${waitedMs} ms.`);
  };
  return withSnapshot(
    { pool },
    async (snapshot) => {
      const stored = await listAll(blobs);
      const manifest = describe(moment, snapshot, stored);
      const entries = [
        { path: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify(manifest, null, 2)) },
        ...tableEntries(snapshot),
        ...(await repositoryEntries(config, moment.heads)),
        ...stored.map(({ sha256, size }): NewZipEntry => ({ path: BLOBS_FOLDER + sha256, size, open: () => blobs.stream(sha256, size) })),
      ];
      tell(`${manifest.figures.length} tables, ${Object.keys(manifest.repositories).join(' and ')}, ${stored.length} files`);
      const { stream } = await writeZip(entries);
      await target.write(stream);
      return manifest;
    },
    noteMoment,
  );
}

async function listAllHeads({ dataFolder }: Config): Promise<Map<string, string[]>> {
  const names = REPOSITORIES.filter((name) => existsSync(join(dataFolder, name)));
  return new Map(await Promise.all(names.map(async (name) => [name, await listHeads(join(dataFolder, name))] as const)));
}

function describe(moment: { at: Date; heads: Map<string, string[]> }, snapshot: DatabaseSnapshot, stored: readonly StoredBlob[]): Manifest {
  return {
    format: 'lessonwright-backup-1',
    version: VERSION,
    made_at: moment.at.toISOString(),
    migrations: [...snapshot.migrations],
    tables: snapshot.tables.map(({ name, columns, types }) => ({ name, columns: [...columns], types: [...types] })),
    sequences: [...snapshot.sequences],
    figures: [...snapshot.figures],
    repositories: Object.fromEntries(moment.heads),
    blobs: { count: stored.length, bytes: stored.reduce((sum, { size }) => sum + size, 0) },
  };
}

/** All tables are read in one session, so each is opened after the previous one is written. */
function tableEntries(snapshot: DatabaseSnapshot): NewZipEntry[] {
  return snapshot.tables.map((table) => ({
    path: tableFile(table.name),
    open: () => Promise.resolve(Readable.from(lines(snapshot.rowsOf(table)), { objectMode: false })),
  }));
}

async function* lines(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function repositoryEntries({ dataFolder }: Config, heads: ReadonlyMap<string, readonly string[]>): Promise<NewZipEntry[]> {
  const entries: NewZipEntry[] = [];
  for (const [name, listed] of heads) {
    const prefix = `${GIT_FOLDER}${name}/`;
    const refs = packedRefs(listed);
    entries.push({ path: prefix + refs.path, bytes: refs.bytes });
    for (const { path, size } of await listRepositoryFiles(join(dataFolder, name))) {
      const open = () => Promise.resolve(createReadStream(join(dataFolder, name, path)));
      entries.push({ path: prefix + path, size, open });
    }
  }
  return entries;
}

async function listAll(blobs: Source['blobs']): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const blob of blobs.list()) all.push(blob);
  return all;
}

/** PostgreSQL's errors for clients when it is stopped. */
const IS_STOPPED = /^57P0[1-3]$/;

/** Rewords known errors to say what to do. */
function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isLost = IS_STOPPED.test(code) || syscall === 'connect' || error.message.startsWith('Connection terminated');
  if (isLost) return new ConnectionLostError(error);
  if (isDiskFull(error))
    return new Error(`The disk of ${file} is full. The incomplete backup was removed. Free up space, or choose another file.`);
  return error;
}

/** A file that appears under its name once it is complete and on disk. */
class NewFile {
  readonly #path: string;
  readonly #unfinished: string;
  #isCreated = false;

  constructor(path: string) {
    this.#path = path;
    this.#unfinished = `${path}.unfinished`;
  }

  /** Removes what a killed process left. @throws Error if it can't be written. */
  async create(): Promise<void> {
    try {
      await rm(this.#unfinished, { force: true });
      // It contains everyone's password hashes and content.
      await writeFile(this.#unfinished, '', { flag: 'wx', mode: 0o600 });
      this.#isCreated = true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`${this.#unfinished} cannot be written (${code}). Choose a folder that you can write to.`, { cause: error });
    }
  }

  async write(stream: Readable): Promise<void> {
    await pipeline(stream, createWriteStream(this.#unfinished, { flags: 'r+', flush: true }));
  }

  async keep(): Promise<void> {
    if (existsSync(this.#path))
      throw new Error(`${this.#path} was created during the backup and was not overwritten. Choose another name.`);
    await rename(this.#unfinished, this.#path);
    await flushFolder(dirname(this.#path));
  }

  async remove(): Promise<void> {
    if (this.#isCreated) await rm(this.#unfinished, { force: true });
  }
}
