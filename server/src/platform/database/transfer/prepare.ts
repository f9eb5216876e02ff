import { Jobs } from '../../jobs.ts';
import type { Database } from '../database.ts';
import { MIGRATIONS_FOLDER, migrateToLatest } from '../migrate.ts';

/**
 * Makes the tables in a database that is to be filled: ours as they were after the last of `migrations`, and the job queue's.
 * @throws DatabaseStartError when this version does not know that migration.
 */
export async function prepareTables(database: Database, migrations: readonly string[]): Promise<void> {
  await migrateToLatest(database.db, MIGRATIONS_FOLDER, migrations.at(-1));
  const jobs = await Jobs.start(database);
  await jobs.stop();
}
