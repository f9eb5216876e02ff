import type { Pool, PoolClient } from 'pg';

/** Values are transferred as PostgreSQL's own text, which is unambiguous under these settings. */
const SAME_TEXTS = [
  "set local timezone to 'UTC'",
  "set local datestyle to 'ISO, YMD'",
  "set local intervalstyle to 'postgres'",
  'set local extra_float_digits to 1',
  "set local bytea_output to 'hex'",
  // A reader may have to wait for a writer or a disk.
  'set local idle_in_transaction_session_timeout to 0',
];

/**
 * Runs `work` in one transaction: its reads see one snapshot, its writes are all or nothing.
 * @param isolation `read` sees one snapshot and can't write.
 */
export async function inSession<T>(pool: Pool, isolation: 'read' | 'write', work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(isolation === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
    for (const statement of SAME_TEXTS) await client.query(statement);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
