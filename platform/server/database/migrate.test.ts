import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabasePlace, type TestDatabasePlace } from '#testing/database.ts';
import { schemaText } from '#testing/schema-text.ts';
import { openDatabase, type Database } from './database.ts';
import { migrateToLatest, MIGRATIONS_FOLDER } from './migrate.ts';
import { DatabaseStartError } from './start-error.ts';

let place: TestDatabasePlace;
let database: Database;
let folder: string;

beforeEach(async () => {
  place = await createTestDatabasePlace('empty');
  database = await openDatabase(place);
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await database.close();
  await place.remove();
  await rm(folder, { recursive: true });
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(database.db);
  return rows[0]?.found ?? false;
}

describe('migrations', () => {
  it('create the schema of schema.sql once, even if several servers start together', async () => {
    await Promise.all([migrateToLatest(database.db), migrateToLatest(database.db)]);
    await migrateToLatest(database.db);
    // If this fails after a new migration, run: node scripts/write-schema.ts
    expect(await schemaText(database.pool)).toBe(await readFile(join(MIGRATIONS_FOLDER, 'schema.sql'), 'utf8'));
  });

  it('run in the order of their numbers, and only the new ones', async () => {
    await write('0002-second.sql', 'alter table one add column two integer; insert into one values (1, 2);');
    await write('0001-first.sql', 'create table one (one integer);');
    await write('schema.sql', 'this is no migration');
    await migrateToLatest(database.db, folder);
    await write('0003-third.sql', 'update one set two = two + 1;');
    await migrateToLatest(database.db, folder);
    const { rows } = await sql`select * from one`.execute(database.db);
    expect(rows).toEqual([{ one: 1, two: 3 }]);
  });

  it('change nothing when one of them fails, and name it', async () => {
    await write('0001-good.sql', 'create table good (id integer);');
    await write('0002-bad.sql', 'create table also_good (id integer); create table bad (id nonsense);');
    const failure = migrateToLatest(database.db, folder);
    await expect(failure).rejects.toThrow(DatabaseStartError);
    await expect(failure).rejects.toThrow('Couldn’t migrate the database (0002-bad): type "nonsense" does not exist');
    expect(await exists('good')).toBe(false);
  });

  it('refuse a database that a newer version has written', async () => {
    await write('0001-first.sql', 'create table one (one integer);');
    await write('0002-newer.sql', 'create table two (two integer);');
    await migrateToLatest(database.db, folder);
    await rm(join(folder, '0002-newer.sql'));
    await expect(migrateToLatest(database.db, folder)).rejects.toThrow(
      'This database was written by a newer version of Lessonwright: this version does not have the migrations 0002-newer.',
    );
  });
});
