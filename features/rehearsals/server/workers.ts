import type { Platform } from '#platform/server/platform.ts';
import { listOpenRehearsals } from './queries.ts';
import { rehearseQueue } from './queues.ts';
import { rehearseUpgrade } from './rehearse-upgrade.job.ts';

/** Starts the worker of rehearsals, and continues those that were under way when the server stopped. */
export async function startRehearsalWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(rehearseQueue, ({ rehearsal_id }, signal) => rehearseUpgrade(platform, rehearsal_id, signal));
  const open = await listOpenRehearsals(platform.db);
  await platform.db.transaction().execute(async (tx) => {
    for (const id of open) await platform.jobs.send(tx, rehearseQueue, { rehearsal_id: id }, { singletonKey: String(id) });
  });
}
