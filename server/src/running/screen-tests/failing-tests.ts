import type { FailingTest } from '#contract/merge-gate.policy.ts';
import { findLesson, findStoredScreen, type StoredLesson } from '#server/lessons/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { listFailingRows } from './queries.ts';
import { fingerprint, testsOfScreen } from './tests-of-screen.ts';

/**
 * The tests of a release's lessons whose last run didn't give the expected result, and answers that fail their own checks. Results of an
 * older state of a screen don't count, nor do runs that ended without a result.
 */
export async function listFailingTests(handle: Handle, releaseId: number): Promise<(FailingTest & { folder: string })[]> {
  const lessons = new Map<number, StoredLesson>();
  const failing: (FailingTest & { folder: string })[] = [];
  for (const row of await listFailingRows(handle, releaseId)) {
    const screen = await findStoredScreen(handle, row.screen_id);
    const lesson = screen && (lessons.get(screen.lesson_id) ?? (await findLesson(handle, screen.lesson_id)));
    if (!screen || !lesson) continue;
    lessons.set(lesson.id, lesson);
    const test = testsOfScreen(screen).find(({ slug }) => slug === row.slug);
    const isCurrent =
      row.slug === null ? row.revision === screen.revision : test && fingerprint(test, screen, lesson.fields) === row.fingerprint;
    if (!isCurrent) continue;
    const description = !test || test.is_default ? '' : test.description || test.slug;
    if (failing.some((known) => known.screen_id === screen.id && known.description === description)) continue;
    failing.push({
      folder: lesson.folder,
      lesson_id: lesson.id,
      lesson_sequence: lesson.sequence,
      screen_id: screen.id,
      screen_sequence: screen.sequence,
      description,
    });
  }
  return failing.toSorted((a, b) => a.lesson_sequence - b.lesson_sequence || a.screen_sequence - b.screen_sequence);
}
