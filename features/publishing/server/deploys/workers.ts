import type { Platform } from '#platform/server/platform.ts';
import { listOpenDeploys } from './queries.ts';
import { deployLessonQueue } from './queues.ts';
import { runDeploy } from './run-deploy.job.ts';

/**
 * Starts the deploy workers and continues deploys that were running when the server stopped. Call it before the first
 * deploy.
 */
export async function startDeployWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(deployLessonQueue, ({ deploy_id }, signal) => runDeploy(platform, deploy_id, signal));
  const open = await listOpenDeploys(platform.db);
  await platform.db.transaction().execute(async (tx) => {
    for (const { id, lesson_id } of open) {
      await platform.jobs.send(tx, deployLessonQueue, { deploy_id: id }, { singletonKey: String(lesson_id) });
    }
  });
}
