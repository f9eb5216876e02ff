import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateToLatest, MIGRATIONS_FOLDER } from '#platform/server/database/migrate.ts';
import { schemaText } from '#testing/schema-text.ts';

// Writes platform/server/migrations/schema.sql from a migrated database. Run it after adding a migration.

const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-schema-'));
try {
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  try {
    await migrateToLatest(database.db);
    await writeFile(join(MIGRATIONS_FOLDER, 'schema.sql'), await schemaText(database.pool));
  } finally {
    await database.close();
  }
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}
