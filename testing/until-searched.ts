import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#platform/server/database/database.ts';

/** Waits until the search knows everything that has been saved. */
export async function untilSearched(db: Db): Promise<void> {
  while ((await db.selectFrom('search_queue').select('id').limit(1).execute()).length > 0) await sleep(10);
}
