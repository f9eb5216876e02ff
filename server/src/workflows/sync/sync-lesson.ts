import type { Lesson } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { placeOf } from '#server/changes/change-content.ts';
import type { FolderPlan, MergePlan } from '#server/changes/service.ts';
import { getLesson, getLessonFor, type StoredLesson } from '#server/lessons/service.ts';
import { AppError, forbidden, refused, syncConflict } from '#server/platform/errors.ts';
import { UNHEARD } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease, type StoredRelease } from '#server/releases/service.ts';
import { getAuthor } from '#server/users/service.ts';
import { importMainQueue } from '../queues.ts';
import { bringIn, type BroughtIn } from './bring-in.ts';
import { conflictDetails, withDecisions } from './conflict-details.ts';
import { fetchBranch } from './fetch-branch.ts';
import { MESSAGES } from './messages.ts';
import { waitForPush } from '../wait-for-push.ts';

/** What was decided about a conflict, and the commit that it was compared with. */
export interface Resolution {
  readonly commit: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Outcome = 'up to date' | 'taken in' | 'merged' | 'resolved';

/**
 * Makes a lesson and its branch agree (product §3): takes in what changed there, pushes what is only here. Other
 * lessons of the branch come along where nothing has to be decided; their conflicts do not stand in the way.
 *
 * @throws AppError `not_found`, `forbidden`; `conflict` with both sides, and then nothing was changed; `refused` with
 * the reason; `unavailable` while the code host cannot be reached.
 */
export async function syncLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  resolution: Resolution | undefined,
): Promise<Lesson & { outcome: Outcome }> {
  const { lesson, release } = await getLessonToSync(platform, actor, id);
  const theirs = await fetchBranch(platform, release);
  let outcome: Outcome = 'up to date';
  if (theirs !== null) {
    const isDecided = resolution?.commit === theirs;
    const check = async (plan: MergePlan) => {
      const open = plan.folders.find(({ place, conflicts }) => place === placeOf(lesson) && conflicts.length > 0);
      if (open) throw syncConflict(await conflictDetails(platform, id, plan, open));
    };
    const input = {
      theirs,
      source: 'branch',
      message: `Sync lesson ${lesson.sequence}: ${lesson.fields.title}`,
      ...(isDecided ? { decided: new Map([[placeOf(lesson), resolution.values]]), author: await getAuthor(platform.db, actor.id) } : {}),
      check,
    } as const;
    const brought = await withDecisions(() => bringIn(platform, release.id, input, UNHEARD.signal));
    outcome = await outcomeOf(platform, brought, lesson.folder, isDecided);
  }
  await waitForPush(platform, release.id);
  return { ...(await readBack(platform, actor, id)), outcome };
}

async function getLessonToSync(platform: Platform, actor: Actor, id: number): Promise<{ lesson: StoredLesson; release: StoredRelease }> {
  const lesson = await getLessonFor(platform.db, actor, id);
  const release = await getRelease(platform.db, lesson.release_id);
  if (actor.role === 'external' && release.drafts_of !== actor.id) throw forbidden();
  if (release.is_main) {
    const { db, jobs } = platform;
    await db.transaction().execute((tx) => jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' }));
    jobs.wake(importMainQueue);
    throw refused(MESSAGES.main);
  }
  if (lesson.is_shallow_import) throw refused(MESSAGES.shallow);
  if (release.detached_at !== null) throw refused(MESSAGES.detached);
  return { lesson, release };
}

async function outcomeOf({ git }: Platform, { plan, from, to }: BroughtIn, folder: string, isDecided: boolean): Promise<Outcome> {
  if (plan.short === 'forward') {
    const [before, after] = await Promise.all([from, to].map(async (commit) => (await git.lessonTrees(commit)).get(folder)));
    return before === after ? 'up to date' : 'taken in';
  }
  const outcomes: Record<FolderPlan['kind'], Outcome> = {
    ours: 'up to date',
    theirs: 'taken in',
    merged: isDecided ? 'resolved' : 'merged',
  };
  const kind = plan.folders.find((each) => each.place === placeOf({ folder }))?.kind;
  return kind ? outcomes[kind] : 'up to date';
}

async function readBack(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  try {
    return await getLesson(platform, actor, id);
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? refused(MESSAGES.lessonDeleted) : error;
  }
}
