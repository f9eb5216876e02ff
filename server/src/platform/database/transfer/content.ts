import type { PoolClient } from 'pg';
import type { Database } from '../database.ts';
import { listMigrations, listSequences, listTables, type TableShape } from './catalog.ts';
import { readFigures } from './figures.ts';
import { type DatabaseContent, type TellTable, loadDatabase } from './load.ts';
import { readRows } from './rows.ts';
import { inSession } from './session.ts';

/** Only a change of the tables takes longer. */
const LOCK_LIMIT_MS = 20_000;

/** A database at one moment. */
export interface DatabaseSnapshot extends DatabaseContent {
  readonly migrations: readonly string[];
}

/**
 * Shows `work` the whole database as it is at one moment. Its rows are read one table after another.
 * @param choose Calls `take` once, at the moment that is wanted; left out: at once.
 */
export async function withSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
  choose: (take: () => Promise<void>) => Promise<void> = (take) => take(),
): Promise<T> {
  // Before the session: the first query in it takes the snapshot, and PGlite has one session.
  const tables = await inSession(pool, 'read', listTables);
  return inSession(pool, 'read', async (client) => {
    await lockTables(client, tables);
    // The first query fixes what all later ones see.
    await choose(async () => void (await client.query('select')));
    return work(await snapshotOf(client));
  });
}

/** Keeps a product that starts meanwhile from changing the tables: a snapshot does not show rows of a table that was rewritten. */
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
    figures: await readFigures(client, tables),
    rowsOf: (table) => readRows(client, table),
  };
}

/**
 * Fills an empty database whose tables are made, in one transaction. False: it held the same before.
 * @throws DatabaseStartError when it holds something else, or comes out different; then nothing was written.
 */
export function fillDatabase({ pool }: Pick<Database, 'pool'>, content: DatabaseContent, tell: TellTable): Promise<boolean> {
  return inSession(pool, 'write', (client) => loadDatabase(client, content, tell));
}
