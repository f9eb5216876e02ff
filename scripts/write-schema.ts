import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateToLatest, MIGRATIONS_FOLDER } from '#platform/server/database/migrate.ts';
import { schemaText } from '#testing/schema-text.ts';
import { SCHEMA_TYPES, schemaTypes } from '#testing/schema-types.ts';

// Writes platform/server/migrations/schema.sql from a migrated database, and the types of its columns. Run it after adding a migration.

const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-schema-'));
try {
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  try {
    await migrateToLatest(database.db);
    const schema = await schemaText(database.pool);
    await writeFile(join(MIGRATIONS_FOLDER, 'schema.sql'), schema);
    await writeFile(SCHEMA_TYPES, schemaTypes(schema));
  } finally {
    await database.close();
  }
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}
