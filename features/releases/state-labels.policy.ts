/**
 * The one word for each state of a version of a lesson and of a pull request, wherever people read it: lists, the lesson page, releases,
 * pull requests, mails, the guide, the API. Pages load this first, so it imports no schema.
 */

/** How a version of a lesson compares with the one on main. */
export const MAIN_STATE_LABELS = {
  published: 'Published',
  new: 'New',
  changed: 'Changed',
  diverged: 'Both changed',
  same: 'Same as main',
  behind: 'Behind main',
} as const;

/** States of a review that goes on. They replace how a lesson compares with main. */
export const OPEN_REVIEW_STATUSES = ['In review', 'Changes requested', 'Approved'] as const;
type OpenReviewStatus = (typeof OPEN_REVIEW_STATUSES)[number];

export const REVIEW_STATUSES = [...OPEN_REVIEW_STATUSES, 'Merged', 'Closed'] as const;
type AnyReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Whether a review goes on. One that is over says nothing about the lesson any more. */
export function isOpenReview(status: string | null): status is OpenReviewStatus {
  return OPEN_REVIEW_STATUSES.some((open) => open === status);
}

export const LESSON_STATUSES = [...Object.values(MAIN_STATE_LABELS), ...OPEN_REVIEW_STATUSES] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

/** Lists and pages show a state in the same color. */
export const STATE_COLORS = {
  Published: 'success',
  New: 'changed',
  Changed: 'changed',
  'Both changed': 'changed',
  'Same as main': 'draft',
  'Behind main': 'changed',
  'In review': 'review',
  'Changes requested': 'changed',
  Approved: 'success',
  Merged: 'success',
  Closed: 'draft',
} as const satisfies Record<LessonStatus | AnyReviewStatus, string>;
