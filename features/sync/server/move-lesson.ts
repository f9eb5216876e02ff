import { recordChange } from '#features/changes/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { recordRemoval } from '#features/lessons/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { folderInTarget } from './copy-lesson.ts';
import { fullLessonChange } from './full-lesson-change.ts';
import { moveLessonRow } from './move-queries.ts';

interface Move {
  /** Locked and editable. */
  lesson: StoredLesson;
  target: StoredRelease;
  actor: Actor;
  /** Commit subjects on the branch that it leaves and on the one it moves to. */
  summaries: { removed: string; added: string };
  /** Moves of one batch share one commit on each branch. */
  batch: string;
}

/**
 * Moves a lesson to another release. Its row and its screens' rows stay, and with them comments, tests, history,
 * builds, deploys, runs and the trash. In git its folder leaves one branch and appears on the other. Both changes are
 * queued with the row: earlier saves are committed to the old branch ahead of the removal, later ones go to the new
 * one. The branches don't depend on each other's progress, since the new branch gets everything from the rows.
 *
 * The caller has checked that the number is free in the target.
 */
export async function moveLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { lesson, target, actor, summaries, batch }: Move,
): Promise<void> {
  const folder = await folderInTarget(tx, lesson, target);
  const content = await fullLessonChange(tx, lesson, folder);
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
