import { getUserNames } from '#features/accounts/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Deploy } from '../../contract/deploys.ts';
import { findDeploy, type StoredDeploy } from './queries.ts';

/** Deploys as sent to the page, in the same order. */
export async function deployReplies(
  { config }: Pick<Platform, 'config'>,
  handle: Handle,
  deploys: readonly StoredDeploy[],
): Promise<Deploy[]> {
  const ids = deploys.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
  const names = await getUserNames(handle, ids);
  return deploys.map((deploy) => ({
    status: deploy.status,
    build_number: deploy.build_number,
    job_url: deploy.target_url ?? `${config.publicUrl}/lesson/${deploy.lesson_id}/deploy/${deploy.build_number}`,
    timestamp: (deploy.finished_at ?? deploy.started_at).toISOString(),
    target: deploy.target,
    started_by: deploy.user_id === null ? null : (names.get(deploy.user_id) ?? null),
    error: deploy.error,
    is_kept: hasStoredBuild(deploy),
    only_answers_fail: deploy.only_answers_fail,
  }));
}

export async function deployReply(platform: Pick<Platform, 'config'>, handle: Handle, deploy: StoredDeploy): Promise<Deploy> {
  const [reply] = await deployReplies(platform, handle, [deploy]);
  if (!reply) throw new Error(`Deploy ${deploy.id} was not returned.`);
  return reply;
}

/** Whether it can be opened. */
export function hasStoredBuild({ status, snapshot }: Pick<StoredDeploy, 'status' | 'snapshot'>): boolean {
  return status === 'succeeded' && snapshot !== null;
}

/** Notifies the pages of the lesson of a deploy's state. */
export async function publishDeployChanged(platform: Pick<Platform, 'config' | 'db' | 'live'>, id: number): Promise<void> {
  const deploy = await findDeploy(platform.db, id);
  if (!deploy) return;
  platform.live.publish(`lesson:${deploy.lesson_id}`, { type: 'deploy', deploy: await deployReply(platform, platform.db, deploy) });
}
