/** Runs the screens of a release with today's packages and with others. Everything that is done is stored, so that it can go on later. */

import { getUser, toActor } from '#features/accounts/server/index.ts';
import { environmentHashOf, requestOf } from '#features/environments/server/index.ts';
import { findLesson, listStoredLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { BuildFailure } from '#features/runners/server/index.ts';
import { listStoredScreens } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { changesBetween, upgradeOf } from './candidate.ts';
import { pattern } from './compare/run-texts.ts';
import { MESSAGES } from './messages.ts';
import {
  findRehearsal,
  finishRehearsalBuild,
  isRehearsalOpen,
  listOpenScreens,
  listRehearsalBuilds,
  listRehearsalLessons,
  markLesson,
  moveRehearsal,
  putPlan,
  putScreenReports,
  type PlannedLesson,
  type StoredRehearsal,
  type StoredRehearsalBuild,
  type StoredRehearsalLesson,
} from './queries.ts';
import { rehearseScreens } from './rehearse-screens.ts';

/** How often the job looks whether it was stopped. */
const LOOK_MS = 500;

/** Runs what is left of a rehearsal. If the server stops, it stays under way, and the next start goes on. */
export async function rehearseUpgrade(platform: Platform, id: number, stopping: AbortSignal): Promise<void> {
  const { db } = platform;
  const rehearsal = await findRehearsal(db, { id });
  if (!rehearsal || !(await moveRehearsal(db, id, ['waiting', 'running'], { state: 'running' }))) return;
  const over = new AbortController();
  const looking = setInterval(() => {
    void isRehearsalOpen(db, id).then(
      (isOpen) => isOpen || over.abort(),
      () => undefined,
    );
  }, LOOK_MS);
  try {
    await carryOut(platform, rehearsal, AbortSignal.any([stopping, over.signal]));
    await moveRehearsal(db, id, ['running'], { state: 'done' });
  } catch (error) {
    // It was stopped, which its row says.
    if (over.signal.aborted) return;
    if (stopping.aborted || !(error instanceof AppError)) throw error;
    await moveRehearsal(db, id, ['running'], { state: 'failed', error: error.message });
  } finally {
    clearInterval(looking);
  }
}

async function carryOut(platform: Platform, rehearsal: StoredRehearsal, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  const actor = toActor(await getUser(db, rehearsal.user_id ?? 0));
  if (!rehearsal.is_planned) await plan(platform, rehearsal);
  await install(platform, rehearsal.id, signal);
  const builds = new Map((await listRehearsalBuilds(db, rehearsal.id)).map((build) => [build.environment_hash, build]));
  for (const listed of await listRehearsalLessons(db, rehearsal.id)) {
    signal.throwIfAborted();
    const build = builds.get(listed.environment_hash);
    const lesson = await findLesson(db, listed.lesson_id);
    if (build && lesson) await rehearseLesson(platform, { rehearsal, actor, lesson, listed, build }, signal);
  }
}

/** Lists what the candidate concerns. @throws AppError `refused` if that is nothing. */
async function plan({ db }: Pick<Platform, 'db'>, { id, release_id, candidate }: StoredRehearsal): Promise<void> {
  const lessons = (await listStoredLessons(db, release_id)).filter(({ is_shallow_import }) => !is_shallow_import);
  const planned: PlannedLesson[] = [];
  for (const lesson of lessons) {
    const upgrade = upgradeOf(lesson, candidate);
    if (upgrade === null) continue;
    const request = requestOf({ fields: upgrade.fields, attached: { ...lesson.attached, packages: upgrade.packages } });
    const screens = (await listStoredScreens(db, lesson.id)).filter(
      ({ fields }) => fields.type === 'code' && fields.answer_code.trim() !== '',
    );
    const isOtherVersion = upgrade.fields.language_version !== lesson.fields.language_version;
    planned.push({
      lesson_id: lesson.id,
      // The same packages for another version are another environment.
      environment_hash: request === null ? `none ${upgrade.fields.language_version ?? ''}` : environmentHashOf(request),
      language_version: isOtherVersion ? upgrade.fields.language_version : null,
      content_hash: lesson.content_hash,
      request,
      screens: screens.map((screen) => screen.id),
    });
  }
  if (planned.length === 0) throw new AppError('refused', MESSAGES.notConcerned);
  await db.transaction().execute((tx) => putPlan(tx, id, planned));
}

async function install(platform: Platform, id: number, signal: AbortSignal): Promise<void> {
  const { db, runners } = platform;
  for (const { environment_hash, request, state } of await listRehearsalBuilds(db, id)) {
    if (state !== 'open') continue;
    signal.throwIfAborted();
    if (request === null) {
      await finishRehearsalBuild(db, id, environment_hash, { state: 'built', lock: null, installed: [] });
      continue;
    }
    const runner = await runners.pick(request.language, request.version);
    try {
      const { environment, installed } = await runners.build(runner, request, { signal, onLog: () => undefined });
      await finishRehearsalBuild(db, id, environment_hash, { state: 'built', lock: environment.lock, installed });
    } catch (error) {
      if (signal.aborted || !(error instanceof BuildFailure)) throw error;
      await finishRehearsalBuild(db, id, environment_hash, { state: 'failed', error: error.message });
    }
  }
}

interface LessonWork {
  readonly rehearsal: StoredRehearsal;
  readonly actor: Actor;
  readonly lesson: StoredLesson;
  readonly listed: StoredRehearsalLesson;
  readonly build: StoredRehearsalBuild;
}

async function rehearseLesson(platform: Platform, work: LessonWork, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  const { rehearsal, lesson, listed, build } = work;
  const open = await listOpenScreens(db, rehearsal.id, lesson.id);
  const today = lesson.attached.packages_lock;
  const is_same = build.state === 'built' && build.lock === today && listed.language_version === null;
  const changes = [
    ...(listed.language_version === null ? [] : [`${lesson.fields.language_version ?? ''} → ${listed.language_version}`.trim()]),
    ...(build.state === 'built' ? changesBetween(today, build.lock) : []),
  ];
  await markLesson(db, rehearsal.id, lesson.id, { is_same, changes });
  if (build.state === 'failed' || is_same) {
    const report = build.state === 'failed' ? failedBuild(build.error ?? '') : { breaks: [], differences: [] };
    await putScreenReports(
      db,
      rehearsal.id,
      open.map((screen_id) => ({ screen_id, report })),
    );
    return;
  }
  await rehearseScreens(
    platform,
    { actor: work.actor, lesson, screenIds: open, build, language_version: listed.language_version },
    signal,
    (reports) => putScreenReports(db, rehearsal.id, reports),
  );
}

function failedBuild(error: string) {
  const title = error.trim().split('\n')[0] ?? '';
  return {
    breaks: [{ kind: 'build' as const, key: `build ${pattern(title)}`, title }],
    differences: [{ what: 'error' as const, name: 'packages', today: '', candidate: error }],
  };
}
