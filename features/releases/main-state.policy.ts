/** How a version of a lesson compares with the one on main, and what people read of it. Pages load this first, so it imports no schema. */

import { isOpenReview, MAIN_STATE_LABELS, type LessonStatus } from './state-labels.policy.ts';

/**
 * `new`: main has no lesson of this number. `changed`: nothing that main ever had. `diverged`: changed, and main has moved on since.
 * `same`: what main has now. `behind`: what main had before it moved on.
 */
export const MAIN_STATES = ['published', 'new', 'changed', 'diverged', 'same', 'behind'] as const;
export type MainState = (typeof MAIN_STATES)[number];

interface Version {
  readonly is_main: boolean;
  readonly content_hash: string;
  /** The hash of the version of main that it began from or merged last; null: not known. */
  readonly base_hash: string | null;
}

/**
 * @param main The hash of main's version; null: main has none.
 * @param wasPublished Whether main has or had content with this hash.
 */
export function mainStateOf({ is_main, content_hash, base_hash }: Version, main: string | null, wasPublished: boolean): MainState {
  if (is_main) return 'published';
  if (main === null) return 'new';
  if (content_hash === main) return 'same';
  if (wasPublished) return 'behind';
  return base_hash === null || base_hash === main ? 'changed' : 'diverged';
}

/** The latest version of a number is one that is ahead of main, then main's, then one that is behind. Time only decides among equals. */
export const LATEST_RANKS: Readonly<Record<MainState, number>> = { new: 0, changed: 0, diverged: 0, published: 1, same: 2, behind: 3 };

/** As the specification has it: whether it differs from main, in either direction. */
export function releaseStatusOf(state: MainState): 'Published' | 'Modified' | 'Unmodified' {
  if (state === 'published') return 'Published';
  return state === 'same' ? 'Unmodified' : 'Modified';
}

/** Whether main has a newer version than the one that this version began from. */
export function isMainNewer(state: MainState): boolean {
  return state === 'behind' || state === 'diverged';
}

/** What people read of a version. A review that is over says nothing any more. */
export function lessonStatus({
  main_state,
  review_status,
}: {
  readonly main_state: MainState;
  readonly review_status: string | null;
}): LessonStatus {
  const isAhead = LATEST_RANKS[main_state] === 0;
  return isAhead && isOpenReview(review_status) ? review_status : MAIN_STATE_LABELS[main_state];
}
