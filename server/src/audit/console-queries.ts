import { sql } from 'kysely';
import type { Handle, Tx } from '#server/platform/database/database.ts';

/** A call that a user made in the console. */
export interface ConsoleCallRow {
  id: number;
  at: Date;
  method: string;
  path: string;
  payload: string | null;
  status: number | null;
  took_ms: number;
}

const COLUMNS = ['id', 'at', 'method', 'path', 'payload', 'status', 'took_ms'] as const;

/** Newest first. */
export function listCalls(handle: Handle, userId: number): Promise<ConsoleCallRow[]> {
  return handle.selectFrom('console_calls').select(COLUMNS).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

/** Stores a call, and deletes that user's oldest ones beyond `kept`. */
export async function insertCall(tx: Tx, userId: number, call: Omit<ConsoleCallRow, 'id' | 'at'>, kept: number): Promise<ConsoleCallRow> {
  const row = await tx
    .insertInto('console_calls')
    .values({ ...call, user_id: userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await sql`delete from console_calls where user_id = ${userId} and id <= (
    select id from console_calls where user_id = ${userId} order by id desc offset ${kept} limit 1)`.execute(tx);
  return row;
}

export async function deleteCalls(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('console_calls').where('user_id', '=', userId).execute();
}
