import { sql } from 'kysely';
import type { Handle } from '#server/platform/database/database.ts';

/** The database's own statistics. */
export async function readDatabaseState(handle: Handle): Promise<{ version: string; bytes: number; connections: number }> {
  const { rows } = await sql<{ version: string; bytes: number; connections: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(handle);
  return rows[0] ?? { version: '', bytes: 0, connections: 0 };
}

/** Interpreters and JupyterLabs with an open session, and environments that were built. */
export async function countKept(handle: Handle): Promise<{ sessions: number; environments: number }> {
  const { rows } = await sql<{ sessions: number; environments: number }>`
    select (select count(*)::int from run_sessions) as sessions,
           (select count(distinct environment_hash)::int from builds where state = 'built') as environments`.execute(handle);
  return rows[0] ?? { sessions: 0, environments: 0 };
}
