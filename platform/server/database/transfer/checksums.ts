import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { TableShape } from './catalog.ts';

/** A table's row count and an order-independent hash of its rows. */
export const TableChecksums = z.object({ name: z.string(), rows: z.number().int(), hash: z.string() });
export type TableChecksums = z.infer<typeof TableChecksums>;

/** Reads every row of the tables once. In a session of `inSession`. */
export async function readChecksums(client: PoolClient, tables: readonly TableShape[]): Promise<TableChecksums[]> {
  const figures: TableChecksums[] = [];
  for (const { name, columns } of tables) {
    // The sum of the row hashes: needs no order and no memory, and no two rows of these tables are equal.
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, concat(sum(('x' || substr(h, 1, 15))::bit(60)::bigint), '-', sum(('x' || substr(h, 17, 15))::bit(60)::bigint)) as hash
       from (select md5(row(${columns.map((column) => `${column}::text`).join(', ')})::text) as h from ${name}) as hashed`,
    );
    figures.push({ name, rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '' });
  }
  return figures;
}

/** Describes the tables in which two databases differ; empty if they are equal. */
export function differingTables(wanted: readonly TableChecksums[], found: readonly TableChecksums[]): string[] {
  const byName = new Map(found.map((figures) => [figures.name, figures]));
  return wanted.flatMap(({ name, rows, hash }) => {
    const other = byName.get(name);
    if (other === undefined) return rows === 0 ? [] : [`${name} is missing`];
    if (other.rows !== rows) return [`${name} has ${other.rows} rows instead of ${rows}`];
    return other.hash === hash ? [] : [`${name} has different content`];
  });
}
