import type { FailingTest } from '#contract/merge-gate.policy.ts';
import { isTerminal } from '#contract/languages.ts';
import { isChecked } from '#contract/learner-screen.ts';
import type { ScreenTestContent } from '#content/lesson-content.ts';
import { listLessonScreens, listStoredLessons, type StoredLesson, type StoredScreen } from '#server/lessons/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { readFingerprints, type Fingerprints } from '#server/running/runs/verdict-fingerprint.ts';
import { listVerdictRows, type VerdictRows } from './queries.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from './tests-of-screen.ts';

/** What the last runs said of the tests of some lessons. */
export interface JudgedTests {
  failing: FailingTest[];
  /** Tests, with the answers, which must pass their own checks. */
  total: number;
  /** Never ran, ended without a result, or ran before something changed that the result depends on. */
  not_run: number;
}

/** Judges the tests of the lessons in these folders of a release by their last runs. */
export async function judgeTests(handle: Handle, releaseId: number, folders: ReadonlySet<string>): Promise<JudgedTests> {
  const lessons = (await listStoredLessons(handle, releaseId)).filter(({ folder }) => folders.has(folder));
  // Without a language no code runs.
  const able = lessons.filter(({ fields }) => fields.language !== null);
  const ids = able.map(({ id }) => id);
  const rows = await listVerdictRows(handle, ids);
  const screens = Map.groupBy(await listLessonScreens(handle, ids), ({ lesson_id }) => lesson_id);
  const judged: JudgedTests = { failing: [], total: 0, not_run: 0 };
  for (const lesson of able) {
    const fingerprints = await readFingerprints(handle, lesson);
    for (const screen of screens.get(lesson.id) ?? [])
      for (const test of testsOfScreen(screen)) {
        const verdict = currentVerdict({ test, screen, fingerprints }, rows);
        judged.total += 1;
        if (verdict === null) judged.not_run += 1;
        if (verdict !== false) continue;
        judged.failing.push({
          lesson_id: lesson.id,
          lesson_sequence: lesson.sequence,
          screen_id: screen.id,
          screen_sequence: screen.sequence,
          description: test.is_default ? '' : test.description || test.slug,
        });
      }
  }
  judged.failing.sort((a, b) => a.lesson_sequence - b.lesson_sequence || a.screen_sequence - b.screen_sequence);
  return judged;
}

/**
 * Whether the answers of a lesson pass their own checks as everything is now, by screen; null: nobody knows. Screens that check nothing,
 * and terminals, have none.
 */
export async function judgeAnswers(
  handle: Handle,
  lesson: StoredLesson,
  screens: readonly StoredScreen[],
): Promise<ReadonlyMap<number, boolean | null>> {
  const { fields } = lesson;
  if (fields.language === null || isTerminal(fields.language)) return new Map();
  const rows = await listVerdictRows(handle, [lesson.id]);
  const fingerprints = await readFingerprints(handle, lesson);
  return new Map(
    screens
      .filter(
        (screen) => !screen.fields.is_experimental && isChecked(fields, { ...screen, answer_variables: screen.attached.answer_variables }),
      )
      .flatMap((screen) =>
        testsOfScreen(screen)
          .filter(({ is_default }) => is_default)
          .map((test) => [screen.id, currentVerdict({ test, screen, fingerprints }, rows)] as const),
      ),
  );
}

/**
 * Whether a test passes as everything is now; null: nobody knows. An answer that was run when its screen was saved needs no other run of
 * its test.
 */
function currentVerdict(
  { test, screen, fingerprints }: { test: ScreenTestContent; screen: StoredScreen; fingerprints: Fingerprints },
  { tests, gates }: VerdictRows,
): boolean | null {
  const gate = test.is_default ? gates.get(screen.id) : undefined;
  const ofSave = gate && gate.fingerprint === gateFingerprint(fingerprints, screen) ? gate.answer_passes : null;
  const row = tests.get(`${screen.id} ${test.slug}`);
  const ofRun = row && row.fingerprint === testFingerprint(fingerprints, screen, test) ? row.passes : null;
  return ofSave === false || ofRun === false ? false : (ofRun ?? ofSave);
}
