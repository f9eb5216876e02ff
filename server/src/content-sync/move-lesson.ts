import type { Actor } from '#contract/roles.ts';
import { recordChange, type StoredRelease } from '#server/releases/index.ts';
import { moveLessonRow, recordRemoval, type StoredLesson } from '#server/lessons/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { folderInTarget } from './copy-lesson.ts';
import { wholeLesson } from './whole-lesson.ts';

interface Move {
  /** Locked, and may be edited. */
  lesson: StoredLesson;
  target: StoredRelease;
  actor: Actor;
  /** First lines of the commits in the branch that it leaves, and in the one that it goes to. */
  summaries: { removed: string; added: string };
  /** Moves of one batch share one commit on each branch. */
  batch: string;
}

/**
 * Moves a lesson to another release. Its row and those of its screens stay, and with them comments, tests, history, builds,
 * deploys, runs and the trash. In git its folder leaves one branch and appears in the other. Both changes are queued with
 * the row: what was saved before is committed to the old branch ahead of the removal, what is saved afterwards goes to the new
 * one. Each branch can wait for the other as long as it has to, since the new branch gets everything from the rows.
 *
 * The caller has checked that the target does not have the number.
 */
export async function moveLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { lesson, target, actor, summaries, batch }: Move,
): Promise<void> {
  const folder = await folderInTarget(tx, lesson, target);
  const content = await wholeLesson(tx, lesson, folder);
  await recordRemoval(tx, platform, actor, lesson, { summary: summaries.removed, batch });
  await moveLessonRow(tx, lesson.id, { release_id: target.id, folder, updated_by: actor.id });
  await recordChange(tx, platform, {
    release_id: target.id,
    lesson_id: lesson.id,
    screen_id: null,
    actor,
    message: null,
    summary: summaries.added,
    batch,
    content,
  });
}
