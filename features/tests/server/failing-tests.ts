import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { isChecked } from '#features/learner-view/contract/learner-screen.ts';
import { findLessons, listReleaseLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { FailingTest } from '#features/review/merge-gate.policy.ts';
import { isCurrent, readFingerprints, readFingerprintsOfLessons, type Fingerprints } from '#features/runs/server/index.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { listVerdictRows, type VerdictRows } from './queries.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from './tests-of-screen.ts';

/** What the last runs said of the tests of some lessons. */
export interface JudgedTests {
  failing: FailingTest[];
  /** Tests, with the answers, which must pass their own checks. */
  total: number;
  /** The same by lesson, where there are some. */
  total_by: Map<number, number>;
  /** Never ran, ended without a result, or ran before something changed that the result depends on. */
  not_run: number;
  /** The same by lesson, where there are some. */
  not_run_by: Map<number, number>;
}

/** Judges the tests of the lessons in these folders of a release by their last runs. */
export async function judgeTests(handle: Handle, releaseId: number, folders: ReadonlySet<string>): Promise<JudgedTests> {
  const ids = (await listReleaseLessons(handle, releaseId)).filter(({ folder }) => folders.has(folder)).map(({ id }) => id);
  // Without a language no code runs.
  const lessons = (await findLessons(handle, ids)).filter(({ fields }) => fields.language !== null);
  const able = lessons.map(({ id }) => id);
  const rows = await listVerdictRows(handle, able);
  const all = await listStoredScreens(handle, able);
  const ran = lessons.filter(({ id }) => rows.lessons.has(id));
  const fingerprints = await readFingerprintsOfLessons(handle, ran, all);
  const screens = Map.groupBy(all, ({ lesson_id }) => lesson_id);
  const judged: JudgedTests = { failing: [], total: 0, total_by: new Map(), not_run: 0, not_run_by: new Map() };
  for (const lesson of lessons)
    for (const screen of screens.get(lesson.id) ?? [])
      for (const test of testsOfScreen(screen)) {
        const verdict = currentVerdict({ test, screen, fingerprints: fingerprints.get(lesson.id) }, rows);
        judged.total += 1;
        judged.total_by.set(lesson.id, (judged.total_by.get(lesson.id) ?? 0) + 1);
        if (verdict === null) {
          judged.not_run += 1;
          judged.not_run_by.set(lesson.id, (judged.not_run_by.get(lesson.id) ?? 0) + 1);
        }
        if (verdict !== false) continue;
        judged.failing.push({
          lesson_id: lesson.id,
          lesson_sequence: lesson.sequence,
          screen_id: screen.id,
          screen_sequence: screen.sequence,
          description: test.is_default ? '' : test.description || test.slug,
        });
      }
  judged.failing.sort((a, b) => a.lesson_sequence - b.lesson_sequence || a.screen_sequence - b.screen_sequence);
  return judged;
}

/**
 * Whether the answers of a lesson pass their own checks as everything is now, by screen; null: unknown. Screens that check nothing,
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
 * Whether a test passes as everything is now; null: unknown. An answer that was run when its screen was saved needs no other run of
 * its test.
 *
 * @param of.fingerprints Absent: nothing of the lesson ever ran.
 */
function currentVerdict(
  { test, screen, fingerprints }: { test: ScreenTestContent; screen: StoredScreen; fingerprints: Fingerprints | undefined },
  { tests, gates }: VerdictRows,
): boolean | null {
  if (!fingerprints) return null;
  const gate = test.is_default ? gates.get(screen.id) : undefined;
  const ofSave = gate && isCurrent(gate.fingerprint, gateFingerprint(fingerprints, screen)) ? gate.answer_passes : null;
  const row = tests.get(`${screen.id} ${test.slug}`);
  const ofRun = row && isCurrent(row.fingerprint, testFingerprint(fingerprints, screen, test)) ? row.passes : null;
  return ofSave === false || ofRun === false ? false : (ofRun ?? ofSave);
}
