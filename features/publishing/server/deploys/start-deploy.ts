import { recordAudit } from '#features/audit/server/index.ts';
import { findLessonForUpdate, getLessonToDeploy } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists, forbidden, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Deploy } from '../../contract/deploys.ts';
import { canDeploy, mayDeployAnother, mayDeployAnyway } from '../../deploys.policy.ts';
import { publishDeployChanged, deployReply } from './deploy-reply.ts';
import { MESSAGES } from './messages.ts';
import { countRunningDeploys, findDeployByNumber, finishDeploy, insertDeploy, listDeployRows } from './queries.ts';
import { deployLessonQueue } from './queues.ts';

interface Wish {
  /** Stops a running deploy. */
  readonly force: boolean;
  /** Why it is deployed although answers fail. */
  readonly anyway?: string | undefined;
}

/**
 * Starts a deploy of a lesson. Deploying is not editing: published lessons can be deployed too.
 *
 * @throws AppError `not_found`; `forbidden` for an external author if it isn't in their drafts, or with a reason to deploy anyway; `already_exists` if one is running, unless forced: then that one fails as superseded;
 * `refused` for a lesson that isn't fully imported, and while enough others of an external author run.
 */
export async function startDeploy(platform: Platform, actor: Actor, lessonId: number, { force, anyway }: Wish): Promise<Deploy> {
  if (anyway !== undefined && !mayDeployAnyway(actor)) throw forbidden(MESSAGES.anywayForStaff);
  const { deploy, ended } = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToDeploy(tx, actor, lessonId);
    if (!canDeploy(lesson)) throw refused(MESSAGES.shallow);
    // Serializes concurrent starts.
    await findLessonForUpdate(tx, lessonId);
    const [last] = await listDeployRows(tx, lessonId, 1);
    if (last?.status === 'running' && !force) throw alreadyExists(MESSAGES.running(last.build_number));
    const superseded =
      last?.status === 'running' ? await finishDeploy(tx, last.id, { status: 'failed', error: MESSAGES.superseded }) : undefined;
    if (!mayDeployAnother(actor, await countRunningDeploys(tx, actor.id))) throw refused(MESSAGES.othersRunning);
    const target = platform.config.deployTarget.kind;
    const started = await insertDeploy(tx, lesson, { user_id: actor.id, target, after: last?.build_number ?? 0, anyway });
    await platform.jobs.send(tx, deployLessonQueue, { deploy_id: started.id }, { singletonKey: String(lessonId) });
    await recordAudit(tx, {
      actor,
      action: 'deploy.start',
      subject: `lesson:${lessonId}`,
      details: { build_number: started.build_number, forced: superseded !== undefined, ...(anyway !== undefined && { anyway }) },
    });
    return { deploy: started, ended: superseded };
  });
  if (ended) await publishDeployChanged(platform, ended.id);
  await publishDeployChanged(platform, deploy.id);
  return deployReply(platform, platform.db, deploy);
}

/** Stops a running deploy; its worker notices at once. @throws AppError `not_found`, `forbidden`; `refused` if it has ended. */
export async function stopDeploy(platform: Platform, actor: Actor, lessonId: number, buildNumber: number): Promise<Deploy> {
  const stopped = await platform.db.transaction().execute(async (tx) => {
    await getLessonToDeploy(tx, actor, lessonId);
    const deploy = await findDeployByNumber(tx, lessonId, buildNumber);
    if (!deploy) throw notFound('deploy');
    const ended = await finishDeploy(tx, deploy.id, { status: 'failed', error: MESSAGES.stopped(actor.name) });
    if (!ended) throw refused(MESSAGES.notRunning);
    await recordAudit(tx, { actor, action: 'deploy.stop', subject: `lesson:${lessonId}`, details: { build_number: buildNumber } });
    return ended;
  });
  await publishDeployChanged(platform, stopped.id);
  return deployReply(platform, platform.db, stopped);
}
