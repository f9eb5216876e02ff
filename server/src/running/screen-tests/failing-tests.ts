import type { FailingTest } from '#contract/merge-gate.policy.ts';
import { findStoredScreen, type StoredLesson } from '#server/lessons/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { listFailingRows } from './queries.ts';
import { findWithFingerprints, type Fingerprints } from '#server/running/runs/verdict-fingerprint.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from './tests-of-screen.ts';

/**
 * The tests of a release's lessons whose last run didn't give the expected result, and answers that fail their own checks. Results don't
 * count if anything that they depend on has changed, nor do runs that ended without a result.
 */
export async function listFailingTests(handle: Handle, releaseId: number): Promise<(FailingTest & { folder: string })[]> {
  const lessons = new Map<number, { lesson: StoredLesson; fingerprints: Fingerprints }>();
  const failing: (FailingTest & { folder: string })[] = [];
  for (const row of await listFailingRows(handle, releaseId)) {
    const screen = await findStoredScreen(handle, row.screen_id);
    const found = screen && (lessons.get(screen.lesson_id) ?? (await findWithFingerprints(handle, screen.lesson_id)));
    if (!screen || !found) continue;
    const { lesson, fingerprints } = found;
    lessons.set(lesson.id, found);
    const test = testsOfScreen(screen).find(({ slug }) => slug === row.slug);
    const now = row.slug === null ? gateFingerprint(fingerprints, screen) : test && testFingerprint(fingerprints, screen, test);
    if (now !== row.fingerprint) continue;
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
