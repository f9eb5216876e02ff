import { Jobs } from '../../jobs.ts';
import type { Database } from '../database.ts';
import { MIGRATIONS_FOLDER, migrateToLatest } from '../migrate.ts';

/**
 * Creates the tables in a database to be filled: ours as of the last of `migrations`, and the job queue's.
 * @throws DatabaseStartError if this version doesn't know that migration.
 */
export async function prepareTables(database: Database, migrations: readonly string[]): Promise<void> {
  await migrateToLatest(database.db, MIGRATIONS_FOLDER, migrations.at(-1));
  const jobs = await Jobs.start(database);
  await jobs.stop();
}
