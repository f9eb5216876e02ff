import { z } from 'zod';
import type { Handle } from '#platform/server/database/database.ts';

const KEY = 'housekeeping';

/** The newest run of housekeeping, on whatever server. */
const LastRun = z.object({
  started_at: z.iso.datetime(),
  /** Null: it runs, or its server was killed. */
  ended_at: z.iso.datetime().nullable(),
  /** What each step removed, by name; null: it failed. */
  steps: z.record(z.string(), z.record(z.string(), z.number()).nullable()),
});
export type LastRun = z.infer<typeof LastRun>;

/** Null: housekeeping never ran. */
export async function findLastHousekeeping(handle: Handle): Promise<LastRun | null> {
  const row = await handle.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? LastRun.parse(row.value) : null;
}

export async function putLastRun(handle: Handle, run: LastRun): Promise<void> {
  const value = JSON.stringify(run);
  await handle
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
