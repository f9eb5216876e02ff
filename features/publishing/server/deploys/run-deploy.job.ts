import { getUser, toActor } from '#features/accounts/server/index.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import { notifyOfEnd, readText } from '#features/lessons/server/index.ts';
import { judgeAnswers, runAnswers } from '#features/tests/server/index.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { buildLesson, type Answers } from './build-lesson.ts';
import { newBundle } from './bundle.ts';
import { DeployLog } from './deploy-log.ts';
import { publishDeployChanged } from './deploy-reply.ts';
import type { AnswerVerdict } from './lesson-problems.ts';
import { MESSAGES, PROBLEMS } from './messages.ts';
import { findDeploy, finishDeploy, storeSnapshot, readLines, type StoredDeploy } from './queries.ts';
import { DEPLOY_LIMIT_MINUTES } from './queues.ts';
import { readLessonForBuild, type BuildSource } from './read-lesson-for-build.ts';
import { hashesOf } from './snapshot.ts';
import { followTarget } from './targets/follow-target.ts';
import { openTarget } from './targets/open-target.ts';
import { TargetError } from './targets/target.ts';

/** The lesson can't be deployed. The message is for users. */
class DeployFailure extends Error {
  readonly only_answers_fail: boolean;

  constructor(errors: readonly string[]) {
    super(MESSAGES.failed(errors));
    this.only_answers_fail = errors.every((text) => text === PROBLEMS.answerFails);
  }
}

/**
 * Runs one deploy to its end. If the server stops, the deploy stays running and continues after the next start: from
 * the beginning, or by polling the environment that was already notified.
 */
export async function runDeploy(platform: Platform, deployId: number, stopping: AbortSignal): Promise<void> {
  const deploy = await findDeploy(platform.db, deployId);
  if (deploy?.status !== 'running') return;
  const over = new AbortController();
  const limit = AbortSignal.timeout(DEPLOY_LIMIT_MINUTES * 60_000);
  const log = new DeployLog(platform, deploy, () => over.abort());
  if ((await readLines(platform.db, deployId, 0)).length > 0) log.say(MESSAGES.resumed);
  try {
    await work(platform, deploy, log, AbortSignal.any([stopping, over.signal, limit]));
    log.say(MESSAGES.done);
    await log.close();
    await finish(platform, deploy, { status: 'succeeded' });
  } catch (error) {
    if (stopping.aborted) {
      await log.close();
      throw error;
    }
    const reason = limit.aborted ? MESSAGES.tooLong(DEPLOY_LIMIT_MINUTES) : reasonOf(error);
    // It was stopped or superseded: its row says so, and there is nothing to add.
    if (!over.signal.aborted) {
      if (reason === null) platform.log.error({ err: error, deploy: deployId }, 'a deploy failed');
      log.say(reason ?? MESSAGES.broken, 'error');
    }
    await log.close();
    const only_answers_fail = error instanceof DeployFailure && error.only_answers_fail;
    await finish(platform, deploy, { status: 'failed', error: reason ?? MESSAGES.broken, only_answers_fail });
  }
  await publishDeployChanged(platform, deployId);
}

/** Ends the deploy if it still runs, and notifies the user who started it. */
async function finish(platform: Platform, { id, lesson_id }: StoredDeploy, end: Parameters<typeof finishDeploy>[2]): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const ended = await finishDeploy(tx, id, end);
    const lesson = ended && (await findLesson(tx, lesson_id));
    if (!lesson) return;
    const { user_id, started_at, build_number } = ended;
    const has_failed = end.status === 'failed';
    await notifyOfEnd(tx, platform, lesson, { work: 'deploy', about: `deploy:${id}`, user_id, started_at, has_failed, build_number });
  });
}

async function work(platform: Platform, deploy: StoredDeploy, log: DeployLog, signal: AbortSignal): Promise<void> {
  const { db, blobs } = platform;
  const target = openTarget(platform, deploy.target);
  const gathered = await readLessonForBuild(platform, deploy.lesson_id);
  if (deploy.target_ref === null || deploy.snapshot === null) {
    log.say(MESSAGES.begins(gathered.lesson.fields.title));
    if (deploy.anyway !== null) log.say(MESSAGES.anyway(deploy.anyway));
    const answers = await findAnswers(platform, deploy, gathered, { log, signal });
    const { snapshot, errors } = await buildLesson(
      gathered,
      { videoHosts: platform.config.videoHosts, readText: (file) => readText(blobs, file), answers, isAnyway: deploy.anyway !== null },
      log.tell,
      signal,
    );
    if (errors.length > 0) throw new DeployFailure(errors);
    const { sha256, size } = await blobs.put(Buffer.from(JSON.stringify(snapshot)), { signal });
    // Only now: its blob is on disk.
    if (!(await storeSnapshot(db, deploy.id, sha256, hashesOf(snapshot)))) signal.throwIfAborted();
    log.say(MESSAGES.stored(size));
  }
  if (target === null) return;
  const order = async () => ({ ...orderOf(platform, deploy, gathered.lesson), ...(await newBundle(platform, deploy.id)) });
  await followTarget(platform, target, deploy, order, { log, signal });
}

/** Whether the answers of a lesson pass as everything is now. Those that changed or never ran are run, which may wait for its turn. */
async function findAnswers(
  platform: Platform,
  { user_id }: StoredDeploy,
  { lesson, screens }: BuildSource,
  { log, signal }: { readonly log: DeployLog; readonly signal: AbortSignal },
): Promise<Answers> {
  const known = await judgeAnswers(platform.db, lesson, screens);
  const answers = new Map<number, AnswerVerdict>();
  for (const [id, passes] of known) if (passes !== null) answers.set(id, passes);
  const unknown = screens.filter(({ id }) => known.get(id) === null);
  if (unknown.length === 0 || user_id === null) return answers;
  log.say(MESSAGES.answers(unknown.length));
  const actor = toActor(await getUser(platform.db, user_id));
  const onScreen = ({ id }: { readonly id: number }, place: number) =>
    log.tell({ level: 'info', text: MESSAGES.answer(place, unknown.length), screen_id: id });
  for (const [id, verdict] of await runAnswers(platform, { actor, lesson, screens: unknown }, { signal, onScreen }))
    if (verdict !== null) answers.set(id, verdict);
  return answers;
}

function orderOf(
  { config }: Pick<Platform, 'config'>,
  deploy: StoredDeploy,
  lesson: { id: number; sequence: number; release_name: string; fields: { title: string } },
) {
  const { id, sequence, release_name: release, fields } = lesson;
  return {
    id: `lessonwright-${deploy.id}-${deploy.build_number}`,
    lesson: { id, sequence, title: fields.title, release },
    build_number: deploy.build_number,
    log_url: `${config.publicUrl}/lesson/${id}/deploy/${deploy.build_number}`,
  };
}

/** As user-facing text; null if it isn't a failure of the deploy. */
function reasonOf(error: unknown): string | null {
  return error instanceof DeployFailure || error instanceof AppError || error instanceof TargetError ? error.message : null;
}
