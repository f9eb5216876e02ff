import { recordAudit } from '#features/audit/server/index.ts';
import {
  MESSAGES,
  reconcileDependencies,
  dependencyStateOf,
  environmentHashOf,
  requestOf,
  requirePackages,
  withPycheckVersion,
  findLastBuild,
  finishBuild,
  insertBuild,
  readLog,
} from '#features/environments/server/index.ts';
import { publishLessonSaved, storeLesson, getLessonFor, getLessonToEdit, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Package } from '#features/lessons/contract/lessons.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Build } from '../contract.ts';
import { isPycheck } from '../packages.policy.ts';
import { buildPackagesQueue } from './queues.ts';

interface BuildReply {
  packages: Package[];
  legacy_check_enabled: boolean;
  custom_check_enabled: boolean;
  last_build: string | null;
  build: Build;
}

interface Wish {
  packages: Package[];
  legacy_check_enabled: boolean;
  custom_check_enabled: boolean;
}

/**
 * Saves packages and answer checking of a lesson and starts their build. If the same build is running, it is returned;
 * a different one is stopped. A published lesson is built as it is, from its lock.
 *
 * @throws AppError `refused` for a lesson that is read-only or has no code, and for packages that its language can't
 * have.
 */
export async function buildPackages(platform: Platform, actor: Actor, id: number, wish: Wish): Promise<BuildReply> {
  const { lesson, saved } = await platform.db.transaction().execute(async (tx) => {
    const found = await getLessonFor(tx, actor, id);
    if (found.is_main && actor.role !== 'external') {
      await startPublishedBuild(tx, platform, actor, found, wish);
      return { lesson: found, saved: null };
    }
    const before = await getLessonToEdit(tx, actor, id);
    const { packages, ...checks } = wish;
    const next = reconcileDependencies(before, {
      fields: { ...before.fields, ...checks },
      packages,
      asksForCustom: checks.custom_check_enabled,
    });
    requirePackages(next.fields, next.attached.packages);
    const summary = `Change packages of lesson ${before.sequence}: ${before.fields.title}`;
    const revision = await storeLesson(tx, platform, actor, before, { ...next, message: null, summary });
    const after = { ...before, ...next };
    await startBuild(tx, platform, actor, after);
    return { lesson: after, saved: revision };
  });
  if (saved !== null) publishLessonSaved(platform, actor, id, saved);
  const { build, last_build } = await dependencyStateOf(platform.db, lesson);
  platform.live.publish(`lesson:${id}`, { type: 'build', build });
  const { legacy_check_enabled, custom_check_enabled } = lesson.fields;
  return { packages: withPycheckVersion(lesson.attached.packages), legacy_check_enabled, custom_check_enabled, last_build, build };
}

/** The state of a lesson's build, with its log from a byte on. */
export async function getBuild(
  platform: Platform,
  actor: Actor,
  id: number,
  logFrom: number,
): Promise<{ build: Build; log: string; log_end: number }> {
  const lesson = await getLessonFor(platform.db, actor, id);
  const { build } = await dependencyStateOf(platform.db, lesson);
  const log = Buffer.from(build.id === null ? '' : await readLog(platform.db, build.id));
  return { build, log: log.subarray(logFrom).toString('utf8'), log_end: log.length };
}

/**
 * Stops the build of a lesson: its worker notices within a second, and the runner ends its work.
 * @throws AppError `refused` if nothing is being built, or the lesson is read-only.
 */
export async function stopBuild(platform: Platform, actor: Actor, id: number): Promise<Build> {
  const lesson = await platform.db.transaction().execute(async (tx) => {
    const found = await getLessonToEdit(tx, actor, id);
    const last = await findLastBuild(tx, id);
    const isStopped = last && (await finishBuild(tx, last.id, { state: 'failed', error: MESSAGES.stopped(actor.name) }));
    if (!isStopped) throw refused(MESSAGES.notBuilding);
    await recordAudit(tx, { actor, action: 'build.stop', subject: `lesson:${id}`, details: { build: last.id } });
    return found;
  });
  const { build } = await dependencyStateOf(platform.db, lesson);
  platform.live.publish(`lesson:${id}`, { type: 'build', build });
  return build;
}

/**
 * Builds a published lesson from its lock, since nothing about it may change.
 * @throws AppError `refused` for other packages or checks than it has, and without a lock
 */
async function startPublishedBuild(tx: Tx, platform: Platform, actor: Actor, lesson: StoredLesson, wish: Wish): Promise<void> {
  const { fields, attached } = lesson;
  const named = (packages: readonly Package[]) =>
    JSON.stringify(packages.filter((item) => !isPycheck(item)).map(({ name, version }) => [name, version]));
  const isAsIs =
    wish.custom_check_enabled === fields.custom_check_enabled &&
    wish.legacy_check_enabled === fields.legacy_check_enabled &&
    named(wish.packages) === named(attached.packages);
  if (!isAsIs) throw refused(MESSAGES.publishedOnlyAsIs);
  if (attached.packages_lock === null) throw refused(MESSAGES.publishedWithoutLock);
  await startBuild(tx, platform, actor, lesson, attached.packages_lock);
}

/** @param lock What exactly is installed; undefined: the newest versions that fit. */
async function startBuild(tx: Tx, platform: Platform, actor: Actor, lesson: StoredLesson, lock?: string): Promise<void> {
  const wanted = requestOf(lesson);
  const request = wanted && lock !== undefined ? { ...wanted, lock } : wanted;
  const environment_hash = environmentHashOf(wanted);
  const last = await findLastBuild(tx, lesson.id);
  if (last?.state === 'in_progress') {
    if (last.environment_hash === environment_hash) return;
    await finishBuild(tx, last.id, { state: 'failed', error: MESSAGES.replaced });
  }
  const buildId = await insertBuild(tx, { lesson_id: lesson.id, user_id: actor.id, environment_hash, request });
  await platform.jobs.send(tx, buildPackagesQueue, { build_id: buildId }, { singletonKey: String(buildId) });
  await recordAudit(tx, { actor, action: 'build.start', subject: `lesson:${lesson.id}`, details: { build: buildId } });
}
