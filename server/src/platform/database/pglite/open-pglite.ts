import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import { valueParsers } from '../value-parsers.ts';

/**
 * Opens a version 0.1 database: PGlite on a folder, behind a pool of its only session. Closing it flushes everything.
 */
export async function openPglite(folder: string): Promise<{ readonly pool: Pool; readonly close: () => Promise<void> }> {
  const postgres = await PGlite.create(folder);
  const pool = new Pool(Object.assign(createPgConfig(postgres), { max: 1, idleTimeoutMillis: 0, types: valueParsers }));
  const close = async () => {
    await pool.end();
    await postgres.close();
  };
  return { pool, close };
}
