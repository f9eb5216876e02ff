import type { PoolClient, Pool } from 'pg';
import type { Database } from '../database.ts';
import { listMigrations, listSequences, listTables, type TableShape } from './catalog.ts';
import { readChecksums } from './checksums.ts';
import { type DatabaseContent, type ReportTable, loadDatabase } from './load.ts';
import { readRows } from './rows.ts';

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
async function inSession<T>(pool: Pool, isolation: 'read' | 'write', work: (client: PoolClient) => Promise<T>): Promise<T> {
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

/** Only a schema change takes longer. */
const LOCK_LIMIT_MS = 20_000;

/** The database at one point in time. */
export interface DatabaseSnapshot extends DatabaseContent {
  readonly migrations: readonly string[];
}

/**
 * Runs `work` with a snapshot of the whole database. Rows are read one table after another.
 * @param choose Calls `take` once, at the wanted moment; by default the snapshot is taken at once.
 */
export async function withSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
  choose: (take: () => Promise<void>) => Promise<void> = (take) => take(),
): Promise<T> {
  // Before the session: its first query takes the snapshot.
  const tables = await inSession(pool, 'read', listTables);
  return inSession(pool, 'read', async (client) => {
    await lockTables(client, tables);
    // The first query fixes what all later ones see.
    await choose(async () => void (await client.query('select')));
    return work(await snapshotOf(client));
  });
}

/** Prevents a server that starts now from changing the schema: a snapshot doesn't show rows of a rewritten table. */
async function lockTables(client: PoolClient, tables: readonly TableShape[]): Promise<void> {
  await client.query(`set local lock_timeout to ${LOCK_LIMIT_MS}`);
  if (tables.length > 0) await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
}

async function snapshotOf(client: PoolClient): Promise<DatabaseSnapshot> {
  const tables = await listTables(client);
  return {
    tables,
    migrations: await listMigrations(client),
    sequences: await listSequences(client),
    figures: await readChecksums(client, tables),
    rowsOf: (table) => readRows(client, table),
  };
}

/**
 * Fills an empty database whose tables exist, in one transaction. Returns false if it already held the same.
 * @throws DatabaseStartError if it holds something else or the result differs; nothing is written then.
 */
export function fillDatabase({ pool }: Pick<Database, 'pool'>, content: DatabaseContent, tell: ReportTable): Promise<boolean> {
  return inSession(pool, 'write', (client) => loadDatabase(client, content, tell));
}
