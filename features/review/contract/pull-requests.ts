import { z } from 'zod';
import { REVIEW_STATUSES } from '#features/releases/state-labels.policy.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { Change, ChangedCurriculum } from '../changed-curriculum.policy.ts';
import { LessonWarnings } from '../lesson-warnings.policy.ts';
import { ApprovalState, MergeAnyway, MergeGate, MergeRules } from '../merge-gate.policy.ts';

/**
 * A pull request of a release against main, on any code host:
 *
 *     open ⇄ closed
 *       └───▶ merged
 *
 * A release has at most one open pull request. A merged one stays merged: the next review opens a new one.
 */
export const PullRequestState = z.enum(['open', 'closed', 'merged']);
export type PullRequestState = z.infer<typeof PullRequestState>;

const NEXT: Record<PullRequestState, readonly PullRequestState[]> = { open: ['closed', 'merged'], closed: ['open'], merged: [] };

/** Whether a pull request may go from one state to the other. */
export function canMovePullRequest(from: PullRequestState, to: PullRequestState): boolean {
  return NEXT[from].includes(to);
}

/** State of a review, as in the releases table and a lesson's `review_status`. */
export const ReviewStatus = z.enum(REVIEW_STATUSES);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const ReviewVerdict = z.enum(['approve', 'request-changes', 'comment']);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

/** Link and status, as in the releases table. */
export const PullRequestSummary = z.object({ url: z.string(), status: ReviewStatus });
export type PullRequestSummary = z.infer<typeof PullRequestSummary>;

/** The areas of a lesson besides its screens, and of the repository, that a release can change. */
export const ChangedPart = z.enum(['settings', 'packages', 'datasets', 'files', 'images', 'other']);
export type ChangedPart = z.infer<typeof ChangedPart>;

/** A lesson that differs from main. `lesson_id` is null for one without rows in the release (deleted, not imported). */
export const ChangedLesson = z.object({
  folder: z.string(),
  sequence: z.number().int().nullable(),
  title: z.string(),
  change: Change,
  lesson_id: z.number().int().nullable(),
  files: z.number().int(),
  /** Identifies what the branch has of it; null: it is deleted. */
  content: z.string().nullable(),
  /** The screens that differ, in order. `number` is null for a deleted one. */
  screens: z.array(z.object({ folder: z.string(), number: z.number().int().nullable(), title: z.string(), change: Change })),
  parts: z.array(ChangedPart),
  /** What speaks against publishing it; null: it is deleted, or nothing is to be merged. */
  warnings: LessonWarnings.nullable(),
});
export type ChangedLesson = z.infer<typeof ChangedLesson>;

const changedContent = {
  lessons: z.array(ChangedLesson),
  curricula: z.array(ChangedCurriculum),
  /** Changed files outside of lessons, courses and paths. */
  other_files: z.number().int(),
};

/** Everything that a review of a release includes, and the lessons of the release that it doesn't include. */
export const ReleaseChanges = z.object({
  ...changedContent,
  /** Lessons of the release that are the same as on main. */
  same: z.array(z.object({ lesson_id: z.number().int(), sequence: z.number().int(), title: z.string() })),
  /** Unpushed saves, which are included once they are pushed. */
  unpushed: z.number().int(),
  /** A person's drafts: its lessons are sent in a release of their own. */
  is_drafts: z.boolean(),
});
export type ReleaseChanges = z.infer<typeof ReleaseChanges>;

export const PullRequest = z.object({
  release_id: z.number().int(),
  release_name: z.string(),
  number: z.number().int(),
  title: z.string(),
  body: z.string(),
  state: PullRequestState,
  status: ReviewStatus,
  /** A page of this product, or of the code host. */
  url: z.string(),
  /** True: kept and merged by this product; false: at its url. */
  is_local: z.boolean(),
  /** Whether the branch can be merged into main; null: not known. */
  is_mergeable: z.boolean().nullable(),
  /** Files with conflicting changes on both sides. */
  conflicts: z.array(z.string()),
  opened_by: z.string(),
  /** True: the caller opened it, and their own approval doesn't count. */
  is_own: z.boolean(),
  opened_at: z.string(),
  merged_by: z.string().nullable(),
  merged_at: z.string().nullable(),
  reviews: z.array(
    z.object({
      by: z.string(),
      verdict: ReviewVerdict,
      text: z.string(),
      at: z.string(),
      /** The head of the branch that was reviewed. */
      commit: z.string().nullable(),
      /** True: the branch has changed since. */
      is_outdated: z.boolean(),
      is_own: z.boolean(),
      /** Its author has no access any more: neither their approval nor their request for changes counts. */
      has_left: z.boolean(),
      /** Whether it counts for the merge; null: it isn't its author's last verdict, not an approval, or nothing is to be merged. */
      approval: ApprovalState.nullable(),
      /** How many commits changed a lesson, course or path since an outdated approval. */
      changes_since: z.number().int(),
    }),
  ),
  /** Who was asked to review it, in the order in which they were asked. */
  reviewers: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      asked_at: z.string(),
      /** Their last verdict since they were asked; null: none yet. */
      verdict: ReviewVerdict.nullable(),
      is_own: z.boolean(),
      /** The group that they were asked with; null: alone. */
      group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    }),
  ),
  /** The caller is notified of reviews and comments in it, without having opened it. */
  is_following: z.boolean(),
  /** Commits on the branch that aren't on main, newest first. */
  commits: z.array(z.object({ sha: z.string(), subject: z.string(), author: z.string(), at: z.string() })),
  ...changedContent,
  /** Unpushed saves of this release: a merge waits for them. */
  unpushed: z.number().int(),
  /** What a merge still needs; null: it isn't open. */
  gate: MergeGate.nullable(),
});
export type PullRequest = z.infer<typeof PullRequest>;

/** Someone on staff who can be asked to review a release. Lessons are ids of those in the release. */
export const ReviewerCandidate = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The lessons whose reviewer they are. */
  reviews: z.array(z.number().int()),
  /** The lessons in which they saved something before this release. */
  wrote: z.array(z.number().int()),
  /** They saved something in this release, so their approval wouldn't count. */
  is_writer: z.boolean(),
});
export type ReviewerCandidate = z.infer<typeof ReviewerCandidate>;

/** Most people who are asked at once. */
const REVIEWERS_MAX = 50;
const reviewers = z.array(RowId).max(REVIEWERS_MAX);
/** Ids of groups: everyone in them now who can be asked. */
const groups = z.array(RowId).max(REVIEWERS_MAX).optional();

const releaseParams = z.object({ id: Id });

/** Opening, reviewing and merging the pull request of a release. */
export const pullRequestRoutes = {
  getPullRequest: route({
    method: 'GET',
    path: '/api/release/{id}/pull',
    summary: 'Returns the newest pull request of a release; null if there is none yet',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    reply: PullRequest.nullable(),
    errors: ['not_found', 'unavailable'],
  }),
  getReleaseChanges: route({
    method: 'GET',
    path: '/api/release/{id}/changes',
    queue: 'heavy',
    summary: 'Returns what a review of a release includes, and which of its lessons it doesn’t include',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    reply: ReleaseChanges,
    errors: ['not_found', 'unavailable'],
  }),
  openPullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull',
    summary: 'Opens the pull request of a release, or reopens a closed one',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({
      title: oneLine(300).optional(),
      body: z.string().max(100_000).optional(),
      /** Ids of the users who are asked to review it. Absent: the reviewers of its changed lessons. Nobody: the owners are notified. */
      reviewers: reviewers.optional(),
      groups,
    }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  listReviewers: route({
    method: 'GET',
    path: '/api/release/{id}/pull/reviewers',
    summary: 'Returns who can be asked to review a release, by name, with the lessons that they review or wrote in',
    access: 'staff',
    params: releaseParams,
    reply: z.array(ReviewerCandidate),
    errors: ['not_found', 'refused'],
  }),
  askReviewers: route({
    method: 'POST',
    path: '/api/release/{id}/pull/reviewers',
    summary: 'Asks users, and everyone in groups, to review the open pull request, or asks them again; only they are notified',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z
      .object({ reviewers: reviewers.default([]), groups })
      .refine((asked) => asked.reviewers.length + (asked.groups ?? []).length > 0, {
        message: 'Choose who is asked.',
        path: ['reviewers'],
      }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  withdrawReviewRequest: route({
    method: 'DELETE',
    path: '/api/release/{id}/pull/reviewers/{userId}',
    summary: 'Withdraws the request to a user to review the open pull request',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams.extend({ userId: Id }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  withdrawGroupRequest: route({
    method: 'DELETE',
    path: '/api/release/{id}/pull/reviewer-groups/{groupId}',
    summary: 'Withdraws the requests to members of a group who haven’t responded',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams.extend({ groupId: Id }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  followPullRequest: route({
    method: 'PUT',
    path: '/api/release/{id}/pull/following',
    summary: 'Chooses whether you are notified of reviews and comments in a pull request that you didn’t open',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({ is_following: z.boolean() }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  reviewPullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/review',
    summary:
      'Approves, requests changes, or comments, and submits your pending comments. On another code host it is shown as a comment of the product’s account',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({
      verdict: ReviewVerdict,
      text: z.string().trim().max(100_000).default(''),
      /** The head of the branch that the reviewer saw; absent: the current one. */
      commit: z
        .string()
        .regex(/^[0-9a-f]{40,64}$/)
        .optional(),
    }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  mergePullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/merge',
    queue: 'long',
    summary: 'Merges into main, and imports main',
    access: 'reviewer',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({
      message: z.string().trim().max(2_000).optional(),
      /** Merges although lessons couldn't be deployed, and why. */
      anyway: MergeAnyway.optional(),
    }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getMergeRules: route({
    method: 'GET',
    path: '/api/merge-rules',
    summary: 'Returns the content repository’s requirements for merging a release (`.lessonwright.yaml` on main)',
    access: 'staff',
    servedBy: 'git',
    reply: MergeRules,
    errors: ['unavailable'],
  }),
  closePullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/close',
    summary: 'Closes it without merging',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  /** For the Review section of the lesson page. */
  startReview: route({
    method: 'POST',
    path: '/api/lesson/{id}/start-review',
    summary: "Opens the pull request of the lesson's release, or finds it; from then on it determines the lesson's review status",
    access: 'signed-in',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body: z.object({}).optional(),
    reply: z.object({ status: ReviewStatus, pull_request: PullRequestSummary }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
