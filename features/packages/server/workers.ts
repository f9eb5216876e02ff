import { listOpenBuilds } from '#features/environments/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { buildPackagesQueue, packagesChangedQueue } from './queues.ts';
import { runBuild } from './run-build.job.ts';

/**
 * Starts the build workers and continues builds that were running when the server stopped. Call it before the first
 * build.
 */
export async function startBuildWorkers(platform: Platform): Promise<void> {
  // Its worker runs code, and starts later.
  await platform.jobs.open(packagesChangedQueue);
  await platform.jobs.work(buildPackagesQueue, ({ build_id }, signal) => runBuild(platform, build_id, signal));
  const open = await listOpenBuilds(platform.db);
  await platform.db.transaction().execute(async (tx) => {
    for (const build_id of open) await platform.jobs.send(tx, buildPackagesQueue, { build_id }, { singletonKey: String(build_id) });
  });
}
