import { z } from 'zod';
import { MergeGate, MergeRules } from './merge-gate.policy.ts';
import { oneLine } from './one-line.ts';
import { Id, route } from './route.ts';

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
export const ReviewStatus = z.enum(['In review', 'Changes requested', 'Approved', 'Merged', 'Closed']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const ReviewVerdict = z.enum(['approve', 'request-changes', 'comment']);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

/** Link and status, as in the releases table. */
export const PullRequestSummary = z.object({ url: z.string(), status: ReviewStatus });
export type PullRequestSummary = z.infer<typeof PullRequestSummary>;

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
    }),
  ),
  /** Commits on the branch that aren't on main, newest first. */
  commits: z.array(z.object({ sha: z.string(), subject: z.string(), author: z.string(), at: z.string() })),
  /** Lessons that differ from main. `lesson_id` is null for one without rows in the release (deleted, not imported). */
  lessons: z.array(
    z.object({
      folder: z.string(),
      sequence: z.number().int().nullable(),
      title: z.string(),
      change: z.enum(['added', 'changed', 'deleted']),
      lesson_id: z.number().int().nullable(),
      files: z.number().int(),
    }),
  ),
  /** Unpushed saves of this release: a merge waits for them. */
  unpushed: z.number().int(),
  /** What a merge still needs; null: it isn't open. */
  gate: MergeGate.nullable(),
});
export type PullRequest = z.infer<typeof PullRequest>;

export const DiffLine = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
  /** Line numbers, from 1; null on the side without this line. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
});
export type DiffLine = z.infer<typeof DiffLine>;

/** One changed file of a release. */
export const FileDiff = z.object({
  path: z.string(),
  /** Its previous path, if it was moved. */
  from: z.string().nullable(),
  change: z.enum(['added', 'changed', 'deleted', 'moved']),
  is_binary: z.boolean(),
  hunks: z.array(z.object({ header: z.string(), lines: z.array(DiffLine) })),
  /** True: too long to be sent completely. */
  is_cut: z.boolean(),
  /** Rendered Markdown with added and removed parts marked: blocks in order, safe HTML. Null for other files. */
  rendered: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), html: z.string() })).nullable(),
});
export type FileDiff = z.infer<typeof FileDiff>;

const releaseParams = z.object({ id: Id });

export const pullRequestRoutes = {
  getPullRequest: route({
    method: 'GET',
    path: '/api/release/{id}/pull',
    summary: 'Returns the newest pull request of a release; null if there is none yet',
    access: 'signed-in',
    params: releaseParams,
    reply: PullRequest.nullable(),
    errors: ['not_found', 'unavailable'],
  }),
  getPullDiff: route({
    method: 'GET',
    path: '/api/release/{id}/pull/diff',
    summary: 'Returns a release’s changes against main, file by file, in one folder of `lessons/` (without `folder`: outside of it)',
    access: 'signed-in',
    params: releaseParams,
    query: z.object({ folder: z.string().max(300).optional() }),
    reply: z.object({ files: z.array(FileDiff), is_cut: z.boolean() }),
    errors: ['not_found', 'unavailable'],
  }),
  openPullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull',
    summary: 'Opens the pull request of a release, or reopens a closed one',
    access: 'staff',
    params: releaseParams,
    body: z.object({ title: oneLine(300).optional(), body: z.string().max(100_000).optional() }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  reviewPullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/review',
    summary: 'Approves, requests changes, or comments; local pull requests only',
    access: 'staff',
    params: releaseParams,
    body: z.object({ verdict: ReviewVerdict, text: z.string().trim().max(100_000).default('') }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  mergePullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/merge',
    summary: 'Merges into main, and imports main',
    access: 'staff',
    params: releaseParams,
    body: z.object({ message: z.string().trim().max(2_000).optional() }),
    reply: PullRequest,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getMergeRules: route({
    method: 'GET',
    path: '/api/merge-rules',
    summary: 'Returns the content repository’s requirements for merging a release (`.lessonwright.yaml` on main)',
    access: 'staff',
    reply: MergeRules,
    errors: ['unavailable'],
  }),
  closePullRequest: route({
    method: 'POST',
    path: '/api/release/{id}/pull/close',
    summary: 'Closes it without merging',
    access: 'staff',
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
    params: z.object({ id: Id }),
    body: z.object({}).optional(),
    reply: z.object({ status: ReviewStatus, pull_request: PullRequestSummary }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
