import type { PoolClient } from 'pg';
import type { Database } from '../database.ts';
import { listMigrations, listSequences, listTables } from './catalog.ts';
import { readFigures } from './figures.ts';
import type { DatabaseContent, TellTable } from './load.ts';
import { loadDatabase } from './load.ts';
import { readRows } from './rows.ts';
import { inSession } from './session.ts';

/** A database at one moment. */
export interface DatabaseSnapshot extends DatabaseContent {
  readonly migrations: readonly string[];
}

/** Shows `work` the whole database as it is at one moment. Its rows are read one table after another. */
export function withSnapshot<T>({ pool }: Pick<Database, 'pool'>, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
  return inSession(pool, 'read', async (client) => work(await snapshotOf(client)));
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
