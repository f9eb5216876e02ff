import { getInstallationRules } from '#features/accounts/server/index.ts';
import { countErrors } from '#features/preflight/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import { judgeTests } from '#features/tests/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonWarnings } from '../lesson-warnings.policy.ts';
import type { MergeGate } from '../merge-gate.policy.ts';
import { changedLessonFolders, type BranchComparison } from './branch-state.ts';

/** What tests and preflight say of the lessons that a merge publishes. */
export interface JudgedLessons {
  readonly gate: Pick<MergeGate, 'tests' | 'failing_tests' | 'preflight'>;
  /** By folder. Lessons that the merge deletes have none. */
  readonly warnings: ReadonlyMap<string, LessonWarnings>;
}

/**
 * Judges the lessons that differ from main; others stay as they are.
 *
 * @param operation Null: preflight doesn't wait for many changed lessons.
 */
export async function judgeLessons(
  { db, git }: Pick<Platform, 'db' | 'git'>,
  release: StoredRelease,
  compared: BranchComparison,
  operation: Operation | null,
): Promise<JudgedLessons> {
  const folders = new Set(await changedLessonFolders({ git }, compared));
  const { failing, not_run_by, total_by: _totalBy, ...tests } = await judgeTests(db, release.id, folders);
  const { lessons, ...preflight } = await countErrors({ db }, release, folders, operation);
  const rules = await getInstallationRules(db);
  const [before, now] = [await git.lessonTrees(compared.base), await git.lessonTrees(compared.main)];
  const warnings = lessons.map(({ id, folder, is_checked, counts }): [string, LessonWarnings] => [
    folder,
    {
      errors: counts.error,
      warnings: counts.warning,
      is_checked,
      failing_tests: failing.filter(({ lesson_id }) => lesson_id === id).length,
      tests_not_run: not_run_by.get(id) ?? 0,
      is_behind: before.get(folder) !== now.get(folder),
    },
  ]);
  return {
    gate: {
      tests: { ...tests, is_required: rules.tests_required },
      failing_tests: failing,
      preflight: { ...preflight, is_required: release.preflight_required || rules.preflight_required },
    },
    warnings: new Map(warnings),
  };
}
