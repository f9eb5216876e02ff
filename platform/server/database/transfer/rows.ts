import type { PoolClient } from 'pg';
import type { TableShape } from './catalog.ts';

/** A row's values in the order of its table's columns, in PostgreSQL's text format. */
export type Row = readonly (string | null)[];

/** Rows in memory at a time; one may hold a whole document. */
const BATCH_ROWS = 200;

/** Reads a table's rows in batches. The client is in a transaction and must not be used by anything else until then. */
export async function* readRows(client: PoolClient, { name, columns }: TableShape): AsyncGenerator<Row[]> {
  await client.query(`declare transfer no scroll cursor for select ${columns.map((column) => `${column}::text`).join(', ')} from ${name}`);
  try {
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({ text: `fetch ${BATCH_ROWS} from transfer`, rowMode: 'array' });
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    // After a failed statement, the transaction can only be ended.
    await client.query('close transfer').catch(() => undefined);
  }
}

/** Writes rows as they were read. Returns the number of rows. */
export async function writeRows(client: PoolClient, { name, columns, types }: TableShape, batches: AsyncIterable<Row[]>): Promise<number> {
  const names = columns.map((_, at) => `c${at}`);
  const statement =
    `insert into ${name} (${columns.join(', ')}) overriding system value ` +
    `select ${names.map((column, at) => `${column}::${types[at]}`).join(', ')} ` +
    `from unnest(${names.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as given(${names.join(', ')})`;
  let written = 0;
  for await (const rows of batches) {
    await client.query(
      statement,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    );
    written += rows.length;
  }
  return written;
}
