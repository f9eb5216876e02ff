import { canCheckCustom, canCheckLegacy, canHaveJupyterLab, canHaveSessions } from './languages.ts';
import { LIMITS } from './limits.ts';
import type { LessonFields, ReleaseStatus } from './lessons.ts';
import type { Actor } from './roles.ts';

interface LessonState {
  readonly is_main: boolean;
  readonly is_shallow_import: boolean;
}

/** A §4, product §3: what is published or not wholly imported is read only for everyone. */
export function canEditLesson(lesson: LessonState): boolean {
  return !lesson.is_main && !lesson.is_shallow_import;
}

/** B §6: external authors cannot delete lessons. */
export function canDeleteLesson(actor: Actor, lesson: LessonState): boolean {
  return actor.role !== 'external' && !lesson.is_main;
}

/** B §2: a changed lesson that is not under review can be sent there; product §3: so can one whose last review has ended. */
export function canStartReview(
  lesson: LessonState & { readonly release_status: ReleaseStatus; readonly review_status: string | null },
): boolean {
  const isUnderReview = lesson.review_status !== null && lesson.review_status !== 'Merged' && lesson.review_status !== 'Closed';
  return canEditLesson(lesson) && lesson.release_status === 'Modified' && !isUnderReview;
}

/** B §5: an assessment requires the number of the lesson that it is for. */
export function lacksRelatedLesson({ type, related_lesson }: Pick<LessonFields, 'type' | 'related_lesson'>): boolean {
  return type === 'assessment' && related_lesson === null;
}

type TimeLimited = Pick<LessonFields, 'code_run_timeout' | 'enabled_features'>;

/** How many seconds the code of a lesson may run. */
export function timeLimitOf({ code_run_timeout, enabled_features }: TimeLimited): number {
  return enabled_features.includes('Long-running code') ? LIMITS.longRunSeconds : (code_run_timeout ?? LIMITS.timeoutSecondsDefault);
}

/**
 * The longest time limit that this person may give to a lesson, in seconds. A run keeps others waiting, so that more than the
 * default takes staff; what a lesson has already stays.
 */
export function longestTimeLimit(actor: Pick<Actor, 'role'>, before: TimeLimited): number {
  return actor.role === 'external' ? Math.max(LIMITS.timeoutSecondsDefault, timeLimitOf(before)) : LIMITS.timeoutSecondsMax;
}

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
