import { canCheckCustom, canCheckLegacy, canHaveJupyterLab, canHaveSessions } from './languages.ts';
import { LIMITS } from './limits.ts';
import type { Feature, LessonFields, ReleaseStatus } from './lessons.ts';
import type { Actor } from './roles.ts';

interface LessonState {
  readonly is_main: boolean;
  readonly is_shallow_import: boolean;
}

/** Lessons that are published or not fully imported are read-only for everyone. */
export function canEditLesson(lesson: LessonState): boolean {
  return !lesson.is_main && !lesson.is_shallow_import;
}

/** External authors can't delete lessons, and read-only lessons can't be deleted. */
export function canDeleteLesson(actor: Pick<Actor, 'role'>, lesson: LessonState): boolean {
  return actor.role !== 'external' && canEditLesson(lesson);
}

/** A changed lesson that isn't under review can be sent to review, also after an earlier review has ended. */
export function canStartReview(
  lesson: LessonState & { readonly release_status: ReleaseStatus; readonly review_status: string | null },
): boolean {
  const isUnderReview = lesson.review_status !== null && lesson.review_status !== 'Merged' && lesson.review_status !== 'Closed';
  return canEditLesson(lesson) && lesson.release_status === 'Modified' && !isUnderReview;
}

/** An assessment requires the number of its lesson. */
export function needsRelatedLesson({ type, related_lesson }: Pick<LessonFields, 'type' | 'related_lesson'>): boolean {
  return type === 'assessment' && related_lesson === null;
}

type TimeLimited = Pick<LessonFields, 'code_run_timeout' | 'enabled_features'>;

/** Time limit of a lesson's code in seconds. */
export function timeLimitOf({ code_run_timeout, enabled_features }: TimeLimited): number {
  return enabled_features.includes('Long-running code') ? LIMITS.longRunSeconds : (code_run_timeout ?? LIMITS.timeoutSecondsDefault);
}

/**
 * The longest time limit, in seconds, that this person may set for a lesson. Long runs keep others waiting, so only staff may
 * exceed the default; a lesson's current limit stays allowed.
 */
export function longestTimeLimit(actor: Pick<Actor, 'role'>, before: TimeLimited): number {
  return actor.role === 'external' ? Math.max(LIMITS.timeoutSecondsDefault, timeLimitOf(before)) : LIMITS.timeoutSecondsMax;
}

/** Features that only some runners offer; the code of a lesson that uses one runs there. */
export const RUNNER_FEATURES: readonly Feature[] = ['GPU', 'PySpark', 'PowerBI', 'Excel', 'Excel Online', 'Tableau'];

type Coded = Pick<LessonFields, 'language' | 'enabled_features'>;

/** Whether an interpreter stays between the runs of one person. */
export function isStateful({ language, enabled_features }: Coded): boolean {
  return canHaveSessions(language) && enabled_features.includes('Stateful');
}

export function hasJupyterLab({ language, enabled_features }: Coded): boolean {
  return canHaveJupyterLab(language) && enabled_features.includes('JupyterLab');
}

type Checked = Pick<LessonFields, 'language' | 'custom_check_enabled' | 'legacy_check_enabled'>;

/** Whether the custom checks of its screens judge submissions. */
export function usesCustomChecks({ language, custom_check_enabled }: Pick<Checked, 'language' | 'custom_check_enabled'>): boolean {
  return custom_check_enabled && canCheckCustom(language);
}

/** Whether the legacy checks of its screens judge submissions. */
export function usesLegacyChecks({ language, legacy_check_enabled }: Pick<Checked, 'language' | 'legacy_check_enabled'>): boolean {
  return legacy_check_enabled && canCheckLegacy(language);
}
