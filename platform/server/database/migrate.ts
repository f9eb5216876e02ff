import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db } from './database.ts';
import { DatabaseStartError } from './start-error.ts';

/** The folder of migrations, `0001-what-it-does.sql`. Each runs once, in order, and is never changed afterwards. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations');

const MIGRATION_FILE = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * Migrates the database to the latest version, in one transaction and under a lock, so that servers that start together
 * migrate once.
 * @param last The last migration to run, for rows written by an older version; by default the newest.
 * @throws DatabaseStartError if the database was written by a newer version, or a migration fails.
 */
export async function migrateToLatest(db: Db, folder = MIGRATIONS_FOLDER, last?: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  await refuseUnknown(db, Object.keys(migrations));
  if (last !== undefined && migrations[last] === undefined)
    throw new DatabaseStartError(
      `The data was written by another version of Lessonwright: this version does not have the migration ${last}.`,
    );
  const { error, results } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last);
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const reason = extensionProblem(error) ?? (error instanceof Error ? error.message : 'unknown error');
  throw new DatabaseStartError(`Couldn’t migrate the database${failed ? ` (${failed})` : ''}: ${reason}`, { cause: error });
}

/** PostgreSQL's codes for an extension that the server doesn't have, or that this user may not create. */
const EXTENSION_CODES: readonly unknown[] = ['0A000', '58P01', '42501'];

/** How to get an extension that a migration could not create; null: the error is about something else. */
function extensionProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !EXTENSION_CODES.includes((error as { code?: unknown }).code)) return null;
  const [, name] = /extension "(\w+)"/.exec(error.message) ?? [];
  if (name === undefined) return null;
  return (
    `${error.message}. Search needs PostgreSQL’s extension ${name}. Install the package postgresql-contrib on the database server if it is missing there, ` +
    `run “create extension ${name};” in this database as its administrator, and start again.`
  );
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => MIGRATION_FILE.test(name)).toSorted();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8');
    const up: Migration['up'] = async (db) => {
      await sql.raw(text).execute(db);
    };
    return [file.replace(/\.sql$/, ''), { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A database with unknown migrations belongs to a newer version, whose rows this one would misread. */
async function refuseUnknown(db: Db, known: readonly string[]): Promise<void> {
  const table = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!table.rows[0]?.exists) return;
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = done.rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new DatabaseStartError(
    `This database was written by a newer version of Lessonwright: this version does not have the migrations ${unknown.join(', ')}. ` +
      'Start the newer version, or restore an older backup.',
  );
}
