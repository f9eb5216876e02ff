import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES } from '#features/branches/server/index.ts';
import {
  findLessonForUpdate,
  findLessonInRelease,
  getLessonToEdit,
  listReleaseLessons,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import { lockOpenRelease, requireOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { refusedBehindMain } from './base-queries.ts';
import { copyLesson } from './copy-lesson.ts';
import { importChosen } from './import-numbers.ts';
import { moveLesson } from './move-lesson.ts';

export interface LessonsToCopy {
  source: StoredRelease;
  target: StoredRelease;
  numbers: readonly number[];
  /** True: the lessons leave the source and stay the same rows; false: the target gets copies. */
  move: boolean;
}

/**
 * Copies or moves lessons from one release to another, in one commit per branch. Returns the reason for each rejected
 * number; all others were copied. If it fails, nothing changes, nor if a copy is stopped. A move that is stopped keeps the lessons that
 * were moved, and returns the numbers that are left.
 *
 * @throws AppError `refused` if one of the releases doesn't allow this.
 */
export async function copyLessons(
  platform: Platform,
  actor: Actor,
  wanted: LessonsToCopy,
  operation: Operation,
): Promise<{ invalid: Record<string, string>; left: number[] }> {
  const { source, target, numbers, move } = wanted;
  requireOpenRelease(target, MESSAGES.mainTakes);
  if (target.id === source.id) throw refused(MESSAGES.sameSource);
  if (move) requireOpenRelease(source, MESSAGES.mainGives);
  const invalid = await importShallowOnes(platform, source, numbers, operation);
  const batch = randomUUID();
  const moved: number[] = [];
  let left: number[] = [];
  await platform.db.transaction().execute(async (tx) => {
    // The import may have taken minutes, in which one of them was merged.
    await lockOpenRelease(tx, target.id, MESSAGES.mainTakes);
    if (move) await lockOpenRelease(tx, source.id, MESSAGES.mainGives);
    const { lessons: locked, reasons } = await lockLessons(tx, actor, wanted, new Set(Object.keys(invalid).map(Number)));
    const ids = locked.map(({ id }) => id);
    const behind = await refusedBehindMain(tx, source, ids);
    const lessons = locked.filter(({ id }) => !behind.has(id));
    Object.assign(invalid, reasons);
    for (const { id, sequence } of locked) if (behind.has(id)) invalid[sequence] = behind.get(id) ?? '';
    for (const [index, lesson] of lessons.entries()) {
      if (move && moved.length > 0 && operation.signal.aborted) {
        left = lessons.slice(index).map(({ sequence }) => sequence);
        break;
      }
      operation.signal.throwIfAborted();
      if (move) {
        await moveBetween(tx, platform, { lesson, source, target, actor, batch });
        moved.push(lesson.id);
      } else {
        const summary = `Copy lesson ${lesson.sequence} from ${source.name}${titled(lesson)}`;
        await copyLesson(tx, platform, { lesson, target, actor, batch, summary });
      }
      operation.progress(move ? 'Moving lessons' : 'Copying lessons', index + 1, lessons.length);
    }
    const done = lessons.slice(0, lessons.length - left.length);
    const details = { from: source.id, lessons: done.map(({ sequence }) => sequence) };
    await recordAudit(tx, {
      actor,
      action: move ? 'release.move-lessons' : 'release.copy-lessons',
      subject: `release:${target.id}`,
      details,
    });
  });
  for (const id of moved) platform.live.publish(`lesson:${id}`, { type: 'lesson-changed' });
  return { invalid, left };
}

interface Between {
  /** Locked and editable. */
  lesson: StoredLesson;
  source: StoredRelease;
  target: StoredRelease;
  actor: Actor;
  batch: string;
}

/** Moves one lesson of a batch; the commits on both branches name the other release. */
export async function moveBetween(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { lesson, source, target, actor, batch }: Between,
): Promise<void> {
  const { sequence } = lesson;
  const removed = `Move lesson ${sequence} to ${target.name}${titled(lesson)}`;
  const added = `Move lesson ${sequence} from ${source.name}${titled(lesson)}`;
  await moveLesson(tx, platform, { lesson, target, actor, batch, summaries: { removed, added } });
}

function titled({ fields }: StoredLesson): string {
  return fields.title === '' ? '' : `: ${fields.title}`;
}

/** Imports the shallow ones. Returns why some can't be imported. */
export async function importShallowOnes(
  platform: Platform,
  source: StoredRelease,
  numbers: readonly number[],
  operation: Operation,
): Promise<Record<string, string>> {
  const wanted = new Set(numbers);
  const { commit_sha: commit } = source;
  const shallow = (await listReleaseLessons(platform.db, source.id)).filter(
    (lesson) => lesson.is_shallow_import && wanted.has(lesson.sequence),
  );
  if (shallow.length === 0) return {};
  if (commit === null || !(await platform.git.hasCommit(commit))) {
    return Object.fromEntries(shallow.map(({ sequence }) => [sequence, MESSAGES.commitNotHere(source.branch_name)]));
  }
  const folders = shallow.map(({ id, folder, sequence }) => ({ folder, commit, sequence, shallow_id: id }));
  return importChosen(platform, source.id, folders, operation);
}

/**
 * Locks all lessons before the first is changed, so that a concurrent save comes before or after the whole operation.
 */
export async function lockLessons(
  tx: Tx,
  actor: Actor,
  { source, target, numbers, move }: LessonsToCopy,
  skipped: ReadonlySet<number> = new Set(),
) {
  const lessons: StoredLesson[] = [];
  const reasons: Record<string, string> = {};
  for (const sequence of numbers) {
    if (skipped.has(sequence)) continue;
    const existing = await findLessonInRelease(tx, source.id, { sequence });
    if (!existing) reasons[sequence] = MESSAGES.notInRelease(sequence, source.name);
    else if (await findLessonInRelease(tx, target.id, { sequence })) reasons[sequence] = MESSAGES.isThere(sequence, target.name);
    else {
      const lesson = move ? await getLessonToEdit(tx, actor, existing.id).catch(nullIfGone) : await findLessonForUpdate(tx, existing.id);
      // It may have been moved before we locked it.
      if (lesson?.release_id === source.id) lessons.push(lesson);
      else reasons[sequence] = MESSAGES.isGone;
    }
  }
  return { lessons, reasons };
}

/** It may have been deleted before we locked it. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}
