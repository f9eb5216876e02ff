import type { Tx } from '#platform/server/database/database.ts';
import { tooLarge } from '#platform/server/errors.ts';
import { lessonSizeProblem, type LessonSize } from '../rules/lesson-size.ts';
import { readLessonSize } from './screen-queries.ts';

/**
 * Called after an author has added to a lesson, in the same transaction. What makes a lesson smaller is always saved, also one that git
 * made too large.
 *
 * @throws AppError `too_large` if its screens hold more than a lesson can have
 */
export async function requireRoom(tx: Tx, lessonId: number): Promise<void> {
  requireSize(await readLessonSize(tx, lessonId));
}

/** The same for a size that is known. */
export function requireSize(size: LessonSize): void {
  const problem = lessonSizeProblem(size);
  if (problem !== null) throw tooLarge(`${problem} Nothing was saved. Shorten it, or move screens to another lesson.`);
}
