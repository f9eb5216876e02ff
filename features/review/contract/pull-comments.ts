import { z } from 'zod';
import { CommentText } from '#features/comments/contract.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { Id, route } from '#platform/contract/route.ts';
import { DiffSide, LineRange } from './pull-diffs.ts';

/** A comment on the changes of a pull request: on lines, on a passage of them, or on a file. */
export const PullComment = z.object({
  id: z.number().int(),
  /** The comment that began the thread; null: this one. */
  reply_to: z.number().int().nullable(),
  path: z.string(),
  side: DiffSide,
  /** Its lines in the current state of the file; null: the file as a whole, or the lines have changed since. */
  lines: LineRange.nullable(),
  /** True: the lines have changed since, or the file is gone. */
  is_outdated: z.boolean(),
  /** The passage of the rendered text; empty: the lines as a whole. */
  quote: z.string(),
  /** The lines as they were. */
  source: z.string(),
  text: z.string(),
  /** What the lines should be replaced with; null: nothing is suggested. */
  suggestion: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  /** Who applied the suggestion. */
  applied_by: z.string().nullable(),
  /** Who resolved the thread. */
  resolved_by: z.string().nullable(),
  /** True: the caller wrote it, and can edit and delete it. */
  is_own: z.boolean(),
  /** True: part of the caller's review that isn't submitted yet. Only they see it. */
  is_pending: z.boolean(),
  is_edited: z.boolean(),
  /** True: its author deleted it, and it has replies. */
  is_deleted: z.boolean(),
});
export type PullComment = z.infer<typeof PullComment>;

/** Longest suggestion and longest commented lines, in characters, and how many lines a comment can be on. */
export const PULL_COMMENT_MAX = { suggestion: 50_000, lines: 200, source: 50_000 } as const;

const releaseParams = z.object({ id: Id });
const commentParams = releaseParams.extend({ commentId: Id });

/** Comments on the changes of a pull request. */
export const pullCommentRoutes = {
  listPullComments: route({
    method: 'GET',
    path: '/api/release/{id}/pull/comments',
    summary: 'Returns the comments on the changes of the newest pull request, oldest first',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    reply: z.array(PullComment),
    errors: ['not_found', 'unavailable'],
  }),
  createPullComment: route({
    method: 'POST',
    path: '/api/release/{id}/pull/comments',
    summary: 'Comments on lines, a passage or a file, and can suggest a replacement for the lines. Returns all comments',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z
      .object({
        path: z.string().min(1).max(1_000),
        side: DiffSide,
        /** The commit whose lines are meant; from the diff. */
        commit: z.string().regex(/^[0-9a-f]{40,64}$/),
        /** Absent: the file as a whole. */
        lines: LineRange.refine(({ from, to }) => from <= to && to - from < PULL_COMMENT_MAX.lines, 'Select fewer lines.').optional(),
        quote: z.string().max(LIMITS.quoteMax).default(''),
        text: CommentText.default(''),
        suggestion: z.string().max(PULL_COMMENT_MAX.suggestion).nullable().default(null),
        /** True: it waits for the caller's review to be submitted, and only they see it until then. */
        is_pending: z.boolean().default(false),
      })
      .refine(({ text, suggestion }) => text !== '' || suggestion !== null, 'Enter a comment.')
      .refine(
        ({ suggestion, lines, side }) => suggestion === null || (lines !== undefined && side === 'after'),
        'Select lines of the branch.',
      ),
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  replyToPullComment: route({
    method: 'POST',
    path: '/api/release/{id}/pull/comments/{commentId}/reply',
    summary: 'Replies in the thread of a comment. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: commentParams,
    body: z.object({ text: CommentText.min(1, 'Enter a reply.') }),
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  editPullComment: route({
    method: 'PUT',
    path: '/api/release/{id}/pull/comments/{commentId}',
    summary: 'Changes your comment, and what it suggests. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: commentParams,
    body: z
      .object({ text: CommentText.default(''), suggestion: z.string().max(PULL_COMMENT_MAX.suggestion).nullable().default(null) })
      .refine(({ text, suggestion }) => text !== '' || suggestion !== null, 'Enter a comment.'),
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  deletePullComment: route({
    method: 'DELETE',
    path: '/api/release/{id}/pull/comments/{commentId}',
    summary: 'Deletes your comment; its thread stays if it has replies. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: commentParams,
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  discardPendingReview: route({
    method: 'DELETE',
    path: '/api/release/{id}/pull/pending',
    summary: 'Deletes the comments of your review that isn’t submitted yet. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: releaseParams,
    reply: z.array(PullComment),
    errors: ['not_found', 'unavailable'],
  }),
  resolvePullComment: route({
    method: 'POST',
    path: '/api/release/{id}/pull/comments/{commentId}/resolve',
    summary: 'Resolves the thread of a comment, or reopens it. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: commentParams,
    body: z.object({ is_resolved: z.boolean() }),
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  applySuggestion: route({
    method: 'POST',
    path: '/api/release/{id}/pull/comments/{commentId}/apply',
    summary: 'Saves the suggested lines in the screen, as the caller, and resolves the thread. Returns all comments',
    access: 'signed-in',
    servedBy: 'git',
    params: commentParams,
    reply: z.array(PullComment),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
