import { type Compilable, type OperationNodeSource, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Runs writes as one statement: one way to the database instead of one for each. None sees what another one writes, and triggers run after
 * all of them.
 */
export async function writeTogether(tx: Tx, writes: readonly (Compilable & OperationNodeSource)[]): Promise<void> {
  const parts = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`);
  await sql`with ${sql.join(parts)} select`.execute(tx);
}
