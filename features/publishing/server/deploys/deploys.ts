import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { countSavesSince } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Deploy, DeployLine } from '../../contract/deploys.ts';
import { latestStoredBuild } from '../../deploys.policy.ts';
import { deployReplies, deployReply, hasStoredBuild } from './deploy-reply.ts';
import { MESSAGES } from './messages.ts';
import { findDeploy, findDeployByNumber, listDeployRows, listNumbers, readLines, type StoredDeploy } from './queries.ts';

/** Number of deploys that are listed; older ones are found by number. */
const LISTED = 100;

/** The deploys of a lesson, latest first. @throws AppError `not_found` */
export async function listDeploys(platform: Platform, actor: Actor, lessonId: number): Promise<Deploy[]> {
  await getLessonFor(platform.db, actor, lessonId);
  const rows = await listDeployRows(platform.db, lessonId, LISTED);
  const replies = await deployReplies(platform, platform.db, rows);
  const latest = latestStoredBuild(replies);
  const row = rows.find(({ build_number }) => build_number === latest?.build_number);
  if (!row) return replies;
  const changes_since = await countSavesSince(platform.db, lessonId, row.started_at);
  return replies.map((reply) => (reply === latest ? { ...reply, changes_since } : reply));
}

/** @throws AppError `not_found` also if the lesson was never deployed. */
export async function getLatestDeploy(platform: Platform, actor: Actor, lessonId: number): Promise<Deploy> {
  await getLessonFor(platform.db, actor, lessonId);
  const [latest] = await listDeployRows(platform.db, lessonId, 1);
  if (!latest) throw notFound('deploy');
  return deployReply(platform, platform.db, latest);
}

/** A deploy with its log from a line on. @throws AppError `not_found` */
export async function getDeploy(
  platform: Platform,
  actor: Actor,
  { id, buildNumber }: { id: number; buildNumber: number },
  logFrom: number,
): Promise<{ deploy: Deploy; log: DeployLine[] }> {
  await getLessonFor(platform.db, actor, id);
  const deploy = await findDeployByNumber(platform.db, id, buildNumber);
  if (!deploy) throw notFound('deploy');
  return { deploy: await deployReply(platform, platform.db, deploy), log: await readLines(platform.db, deploy.id, logFrom) };
}

/**
 * A build to open or share of a lesson that `actor` may see. @throws AppError `not_found`; `refused` if it can't be
 * opened.
 */
export async function getBuildToOpen(handle: Handle, actor: Actor, lessonId: number, buildNumber: number): Promise<StoredDeploy> {
  await getLessonFor(handle, actor, lessonId);
  const deploy = await findDeployByNumber(handle, lessonId, buildNumber);
  if (!deploy) throw notFound('deploy');
  if (!hasStoredBuild(deploy)) throw refused(MESSAGES.notKept);
  return deploy;
}

/** Build numbers by id of a lesson that `actor` may see. @throws AppError `not_found` */
export async function listBuildNumbers(handle: Handle, actor: Actor, lessonId: number): Promise<Map<number, number>> {
  await getLessonFor(handle, actor, lessonId);
  return new Map((await listNumbers(handle, lessonId)).map(({ id, build_number }) => [id, build_number]));
}

/** A build for visitors with an address of it; undefined if it can't be opened any more. */
export async function findStoredBuild(handle: Handle, id: number): Promise<(StoredDeploy & { snapshot: string }) | undefined> {
  const deploy = await findDeploy(handle, id);
  return deploy && hasStoredBuild(deploy) && deploy.snapshot !== null ? { ...deploy, snapshot: deploy.snapshot } : undefined;
}
