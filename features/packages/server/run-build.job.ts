import { getUser, toActor } from '#features/accounts/server/index.ts';
import {
  MESSAGES,
  dependencyStateOf,
  findBuild,
  findLastSuccess,
  findSharedBuild,
  finishBuild,
  readLog,
  type StoredBuild,
} from '#features/environments/server/index.ts';
import { asEditable, publishLessonSaved, storeLesson, findLesson, findLessonForUpdate } from '#features/lesson-store/server/index.ts';
import { notifyOfEnd } from '#features/lessons/server/index.ts';
import { BuildFailure } from '#features/runners/server/index.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { BuildLog } from './build-log.ts';
import { BUILD_LIMIT_SECONDS, packagesChangedQueue } from './queues.ts';
import { versionChanges } from './version-changes.ts';

interface Result {
  readonly lock: string | null;
  readonly installed: readonly { name: string; version: string }[];
}

/** Another lesson's lock is reused this long, while newer versions are unlikely. */
const SHARED_HOURS = 24;

/** Runs one build to its end. If the server stops, the build stays in progress and starts over on the next start. */
export async function runBuild(platform: Platform, buildId: number, stopping: AbortSignal): Promise<void> {
  const build = await findBuild(platform.db, buildId);
  if (build?.state !== 'in_progress') return;
  const over = new AbortController();
  const limit = AbortSignal.timeout(BUILD_LIMIT_SECONDS * 1000);
  const log = new BuildLog(platform, build, () => over.abort());
  if ((await readLog(platform.db, buildId)) !== '') log.add(MESSAGES.resumed);
  try {
    const result = await install(platform, build, log, AbortSignal.any([stopping, over.signal, limit]));
    await log.close();
    await keep(platform, build, result);
  } catch (error) {
    await log.close();
    const reason = limit.aborted ? MESSAGES.tooLong : reasonOf(error);
    // The build was ended, with the reason in its row; or the server stops or the database is unavailable, and it is
    // retried.
    if (over.signal.aborted || (reason !== null && (await fail(platform, build, reason)))) {
      return publishBuild(platform, build.lesson_id);
    }
    throw error;
  }
  await publishBuild(platform, build.lesson_id);
}

async function install(platform: Platform, build: StoredBuild, log: BuildLog, signal: AbortSignal): Promise<Result> {
  const { request } = build;
  if (request === null) {
    log.add(MESSAGES.nothing);
    return { lock: null, installed: [] };
  }
  if (request.lock !== undefined) return installLock(platform, request, request.lock, log, signal);
  const shared = await findSharedBuild(platform.db, build, SHARED_HOURS);
  if (shared) {
    log.add(MESSAGES.shared);
    return shared;
  }
  const runner = await platform.runners.pick(request.language, request.version);
  const { environment, installed } = await platform.runners.build(runner, request, { signal, onLog: (text) => log.add(text) });
  return { lock: environment.lock, installed };
}

/** Installs exactly the lock of a published lesson: other packages would make it another lesson. */
async function installLock(
  platform: Platform,
  request: EnvironmentRequest,
  lock: string,
  log: BuildLog,
  signal: AbortSignal,
): Promise<Result> {
  log.add(MESSAGES.fromLock);
  const runner = await platform.runners.pick(request.language, request.version);
  const { environment, installed } = await platform.runners.build(runner, request, { signal, onLog: (text) => log.add(text) });
  if (environment.lock !== lock) throw new BuildFailure(MESSAGES.otherLock);
  return { lock, installed };
}

/**
 * Stores the lock as content of the lesson, so that git and every copy have it, and marks the build as succeeded, both
 * or neither. A lesson whose language changed, that was published, or that moved out of the author's drafts is left as it is.
 */
async function keep(platform: Platform, build: StoredBuild, { lock, installed }: Result): Promise<void> {
  const actor = toActor(await getUser(platform.db, build.user_id ?? 0));
  const saved = await platform.db.transaction().execute(async (tx) => {
    const found = await findLessonForUpdate(tx, build.lesson_id);
    const before = await findLastSuccess(tx, build.lesson_id);
    const changed = before ? versionChanges(before.installed, installed) : [];
    if (!(await finishBuild(tx, build.id, { state: 'built', lock, installed, changed })) || !found) return null;
    const isTried = before !== undefined && changed.length === 0;
    if (!isTried && lock !== null)
      await platform.jobs.send(tx, packagesChangedQueue, { build_id: build.id }, { singletonKey: String(build.id) });
    await notifyOfEnd(tx, platform, found, endOf(build, { has_failed: false }));
    const lesson = asEditable(actor, found);
    if (lesson === null) return null;
    const { language, language_version } = lesson.fields;
    const isOfLanguage =
      build.request === null || (build.request.language === language && (build.request.version ?? language_version) === language_version);
    if (!isOfLanguage) return null;
    return storeLesson(tx, platform, actor, lesson, {
      fields: lesson.fields,
      attached: { ...lesson.attached, packages_lock: lock },
      message: null,
      summary: `Lock packages of lesson ${lesson.sequence}: ${lesson.fields.title}`,
    });
  });
  if (saved !== null) publishLessonSaved(platform, actor, build.lesson_id, saved);
}

/** Marks the build as failed. Returns false if it had already ended. */
async function fail(platform: Platform, build: StoredBuild, reason: string): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    const isEnded = await finishBuild(tx, build.id, { state: 'failed', error: reason });
    const lesson = isEnded ? await findLesson(tx, build.lesson_id) : undefined;
    if (lesson) await notifyOfEnd(tx, platform, lesson, endOf(build, { has_failed: true }));
    return isEnded;
  });
}

function endOf({ id, user_id, started_at }: StoredBuild, { has_failed }: { has_failed: boolean }) {
  return { work: 'build', about: `build:${id}`, user_id, started_at, has_failed } as const;
}

/** Shows a lesson's build on open pages. */
export async function publishBuild(platform: Platform, lessonId: number): Promise<void> {
  const lesson = await platform.db.transaction().execute((tx) => findLessonForUpdate(tx, lessonId));
  if (!lesson) return;
  const { build } = await dependencyStateOf(platform.db, lesson);
  platform.live.publish(`lesson:${lessonId}`, { type: 'build', build });
}

/** As user-facing text; null if it isn't a failure of the build. */
function reasonOf(error: unknown): string | null {
  return error instanceof BuildFailure || error instanceof AppError ? error.message : null;
}
