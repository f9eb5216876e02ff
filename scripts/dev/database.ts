import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { PostgresProcess } from '#platform/server/database/postgres/postgres-process.ts';

/**
 * Starts the built-in PostgreSQL of the settings, so that it keeps running across server restarts. Null: `DATABASE_URL` names
 * another one.
 * @throws DatabaseStartError if it doesn't start, or the data folder is in use
 */
export async function startDatabase(): Promise<PostgresProcess | null> {
  const { dataFolder, databaseUrl, postgresSettings } = readConfig(process.env);
  if (databaseUrl !== null) return null;
  const log = pino({ level: 'warn' });
  // Only while it starts: the server takes the lock itself.
  const lock = await lockDataFolder(dataFolder);
  try {
    return await PostgresProcess.start({ folder: join(dataFolder, DATABASE_FOLDER), settings: postgresSettings, log });
  } finally {
    lock.release();
  }
}
