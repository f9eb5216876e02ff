import type { PoolClient } from 'pg';
import { DatabaseStartError } from '../start-error.ts';
import { listTables, type SequenceState, type TableShape } from './catalog.ts';
import { differences, readFigures, type TableFigures } from './figures.ts';
import { writeRows, type Row } from './rows.ts';

/** What is to be in a database. */
export interface DatabaseContent {
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceState[];
  readonly figures: readonly TableFigures[];
  readonly rowsOf: (table: TableShape) => AsyncIterable<Row[]>;
}

export type TellTable = (name: string, rows: number) => void;

/**
 * Fills a database that has the tables and no rows, and compares what it holds then. In a session of `inSession`, so that a failure
 * leaves it empty.
 * @returns False: it held the same before, and nothing was done.
 * @throws DatabaseStartError when it holds something else, lacks a table or a column, or comes out different.
 */
export async function loadDatabase(client: PoolClient, content: DatabaseContent, tell: TellTable): Promise<boolean> {
  const { tables, sequences, figures } = content;
  refuseMissing(tables, await listTables(client));
  const before = await readFigures(client, tables);
  if (differences(figures, before).length === 0) return false;
  const full = before.filter(({ name, rows }) => rows > 0 && !name.startsWith('pgboss.'));
  if (full.length > 0)
    throw new DatabaseStartError(
      `The target is not empty: ${full.map(({ name, rows }) => `${name} has ${rows} rows`).join(', ')}. Nothing was written. Give an empty database; the built-in one is emptied by moving its folder away.`,
    );
  // References are checked all together at the end, so that no order of the tables is needed; what rows set off has happened already.
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
  const wrong = differences(figures, await readFigures(client, tables));
  if (wrong.length > 0) throw new DatabaseStartError(`The copy differs: ${wrong.join('; ')}. Nothing was kept of it.`);
  return true;
}

/** Takes the foreign keys of our tables away; answers what brings them back. */
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
  if (missing.length > 0) throw new DatabaseStartError(`The target lacks ${missing.join(', ')}: it was made by another version.`);
}
