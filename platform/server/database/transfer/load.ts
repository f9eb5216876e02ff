import type { PoolClient } from 'pg';
import { DatabaseStartError } from '../start-error.ts';
import { listTables, type SequenceState, type TableShape } from './catalog.ts';
import { differingTables, readChecksums, type TableChecksums } from './checksums.ts';
import { writeRows, type Row } from './rows.ts';

/** The content to load into a database. */
export interface DatabaseContent {
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceState[];
  readonly figures: readonly TableChecksums[];
  readonly rowsOf: (table: TableShape) => AsyncIterable<Row[]>;
}

export type ReportTable = (name: string, rows: number) => void;

/**
 * Fills a database that has tables but no rows, then compares the result. Runs in a session of `inSession`, so that a
 * failure leaves it empty.
 * @returns False if it already held the same and nothing was done.
 * @throws DatabaseStartError if it holds something else, lacks a table or a column, or the result differs.
 */
export async function loadDatabase(client: PoolClient, content: DatabaseContent, tell: ReportTable): Promise<boolean> {
  const { tables, sequences, figures } = content;
  refuseMissing(tables, await listTables(client));
  const before = await readChecksums(client, tables);
  if (differingTables(figures, before).length === 0) return false;
  const full = before.filter(({ name, rows }) => rows > 0 && !name.startsWith('pgboss.'));
  if (full.length > 0)
    throw new DatabaseStartError(
      `The target is not empty: ${full.map(({ name, rows }) => `${name} has ${rows} rows`).join(', ')}. Nothing was written. Use an empty database; to empty the built-in one, move its folder away.`,
    );
  // Foreign keys are checked together at the end, so the order of tables doesn't matter. Triggers are off, because
  // their effects are part of the rows.
  const references = await dropReferences(client);
  for (const table of tables.toReversed()) await client.query(`delete from ${table.name}`);
  for (const table of tables) {
    const isOurs = table.name.startsWith('public.');
    if (isOurs) await client.query(`alter table ${table.name} disable trigger user`);
    const rows = await writeRows(client, table, content.rowsOf(table));
    if (isOurs) await client.query(`alter table ${table.name} enable trigger user`);
    tell(table.name, rows);
  }
  for (const { name, last } of sequences) if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  for (const statement of references) await client.query(statement);
  const wrong = differingTables(figures, await readChecksums(client, tables));
  if (wrong.length > 0) throw new DatabaseStartError(`The copy differs: ${wrong.join('; ')}. It was discarded.`);
  return true;
}

/** Drops the foreign keys of our tables and returns the statements that restore them. */
async function dropReferences(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

function refuseMissing(wanted: readonly TableShape[], there: readonly TableShape[]): void {
  const columns = new Map(there.map((table) => [table.name, new Set(table.columns)]));
  const missing = wanted.flatMap(({ name, columns: needed }) => {
    const found = columns.get(name);
    if (found === undefined) return [name];
    return needed.filter((column) => !found.has(column)).map((column) => `${name}.${column}`);
  });
  if (missing.length > 0) throw new DatabaseStartError(`The target lacks ${missing.join(', ')}: it was created by another version.`);
}
