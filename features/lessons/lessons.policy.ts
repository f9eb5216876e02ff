import { isOpenReview } from '#features/releases/state-labels.policy.ts';
import { canCheckCustom, canCheckLegacy, canHaveJupyterLab, canHaveSessions } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Feature, LessonFields, ReleaseStatus } from './contract/lessons.ts';

/** What the rules look at. Rows of the list and lessons have it. */
export interface LessonState {
  readonly is_main: boolean;
  readonly is_shallow_import: boolean;
  /** It is in the drafts release of the actor: they wrote it there, or staff moved it there. */
  readonly is_own_drafts: boolean;
  /** Its release was merged, and not reopened. */
  readonly is_closed: boolean;
}

type Editor = Pick<Actor, 'role'>;

/** Staff change every lesson; an external author those in their own drafts. */
export function isTheirs(actor: Editor, lesson: Pick<LessonState, 'is_own_drafts'>): boolean {
  return actor.role !== 'external' || lesson.is_own_drafts;
}

export type ReadOnlyReason = 'published' | 'not-theirs' | 'closed' | 'shallow';

/** The same words in replies and on pages. */
export const READ_ONLY_TEXTS: Readonly<Record<ReadOnlyReason, string>> = {
  published: 'This lesson is published and cannot be edited. Clone it to change it.',
  'not-theirs': 'This version is not in your drafts, so you cannot change it. Clone it, or ask staff to move it to your drafts.',
  closed: 'The release of this lesson was merged and is closed. Reopen the release to change the lesson, or clone the lesson.',
  shallow: 'This lesson is not fully imported yet. Import it to change it.',
};

/** Why this person can't edit a lesson; null: they can. Every write to a lesson asks this first. */
export function readOnlyReason(actor: Editor, lesson: LessonState): ReadOnlyReason | null {
  if (lesson.is_main) return 'published';
  if (!isTheirs(actor, lesson)) return 'not-theirs';
  if (lesson.is_closed) return 'closed';
  return lesson.is_shallow_import ? 'shallow' : null;
}

/** Whether this person may edit a lesson, build its packages, restore it and sync it. */
export function mayEdit(actor: Editor, lesson: LessonState): boolean {
  return readOnlyReason(actor, lesson) === null;
}

/** External authors can't delete lessons, and read-only lessons can't be deleted. */
export function canDeleteLesson(actor: Editor, lesson: LessonState): boolean {
  return actor.role !== 'external' && mayEdit(actor, lesson);
}

/** A changed lesson that isn't in review can be sent to review, also after an earlier review has ended. */
export function canStartReview(
  actor: Editor,
  lesson: LessonState & { readonly release_status: ReleaseStatus; readonly review_status: string | null },
): boolean {
  return mayEdit(actor, lesson) && lesson.release_status === 'Modified' && !isOpenReview(lesson.review_status);
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
export function longestTimeLimit(actor: Editor, before: TimeLimited): number {
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

/** Staff give work to everyone. External authors only take it themselves, or give it back: they don't see who else is here. */
export function mayAssign(actor: Editor, { isSelf }: { readonly isSelf: boolean }): boolean {
  return actor.role !== 'external' || isSelf;
}
