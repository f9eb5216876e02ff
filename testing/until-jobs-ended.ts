import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/server/database/database.ts';

/** Waits until no job of these queues waits or runs. */
export async function untilJobsEnded(db: Db, ...queues: readonly { readonly name: string }[]): Promise<void> {
  const names = queues.map(({ name }) => name);
  const open = sql`select from pgboss.job where name = any(${names}) and state in ('created', 'retry', 'active') limit 1`;
  while ((await open.execute(db)).rows.length > 0) await sleep(10);
}
