import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { Id, route } from './route.ts';

/** A §9. */
export const COMMENT_TAGS = ['Learn', 'Instructions', 'Hint', 'Multiple-choice', 'Initial', 'Display', 'Answer', 'Other'] as const;
export const CommentTag = z.enum(COMMENT_TAGS);
export type CommentTag = z.infer<typeof CommentTag>;

const COMMENT_MAX = 20_000;
const text = z.string().trim().min(1, 'Write something first.').max(COMMENT_MAX, `A comment has at most ${COMMENT_MAX} characters.`);

/** The passage that a comment is about (product §10.9). */
export const Quote = z.object({
  /** The screen's field, in its wire name. */
  field: z.string().min(1).max(100),
  text: z.string().min(1).max(LIMITS.quoteMax),
  /** What stands right before and behind, by which it is found again where the same words stand twice. */
  before: z.string().max(200),
  after: z.string().max(200),
});
export type Quote = z.infer<typeof Quote>;

const person = z.object({ id: z.number().int(), name: z.string() });

export const CommentMessage = z.object({
  id: z.number().int(),
  /** Markdown. */
  message: z.string(),
  message_html: z.string(),
  timestamp: z.string(),
  user: person,
});
export type CommentMessage = z.infer<typeof CommentMessage>;

/**
 * A comment on a screen (A §3). Its life (A §4; comments.policy.ts says who):
 *
 *     open ──▶ completed ──▶ approved
 *       └──────────┴────────────┴──▶ archived: it leaves the list
 */
export const Comment = z.object({
  id: z.number().int(),
  user: person,
  /** The access of its author has ended; staff settle it. */
  is_author_gone: z.boolean(),
  /** Markdown. */
  comment: z.string(),
  comment_html: z.string(),
  tags: z.array(CommentTag),
  mandatory: z.boolean(),
  completed: z.boolean(),
  approved: z.boolean(),
  /** The same as `approved` (A §3: also called accepted). */
  accepted: z.boolean(),
  archived: z.boolean(),
  timestamp: z.string(),
  screen_id: z.number().int(),
  /** Of the screen. */
  sequence: z.number().int(),
  thread: z.array(CommentMessage),
  quote: Quote.nullable(),
  /** The quoted passage is no longer in its field. */
  is_detached: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

const commentParams = z.object({ id: Id });

export const commentRoutes = {
  listScreenComments: route({
    method: 'GET',
    path: '/api/screen/{id}/comments',
    summary: 'The comments of a screen that are not archived, oldest first',
    access: 'signed-in',
    params: commentParams,
    reply: z.array(Comment),
    errors: ['not_found'],
  }),
  listLessonComments: route({
    method: 'GET',
    path: '/api/lesson/{id}/comments',
    summary: 'The comments of all screens of a lesson that are not archived, by screen, oldest first',
    access: 'signed-in',
    params: commentParams,
    reply: z.array(Comment),
    errors: ['not_found'],
  }),
  createComment: route({
    method: 'POST',
    path: '/api/screen/{id}/comments',
    summary: 'Adds a comment; not for external authors (A §6)',
    access: 'staff',
    params: commentParams,
    body: z.object({
      comment: text,
      tags: z.array(CommentTag).max(COMMENT_TAGS.length).default([]),
      mandatory: z.boolean().default(false),
      quote: Quote.optional(),
    }),
    reply: Comment,
    errors: ['not_found'],
  }),
  replyToComment: route({
    method: 'POST',
    path: '/api/comments/{id}/thread',
    summary: 'Adds a message to the thread of a comment',
    access: 'signed-in',
    params: commentParams,
    body: z.object({ message: text }),
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  archiveComment: route({
    method: 'PATCH',
    path: '/api/comments/archive/{id}',
    summary: 'Takes a comment out of the list; its author, or staff once the access of the author has ended',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  completeComment: route({
    method: 'PATCH',
    path: '/api/comments/complete/{id}',
    summary: 'Says that a comment is done; anybody but its author',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  approveComment: route({
    method: 'PATCH',
    path: '/api/comments/approve/{id}',
    summary: 'Accepts what was done; its author, or staff once the access of the author has ended',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  hasOpenMandatory: route({
    method: 'GET',
    path: '/api/lesson/{id}/mandatory',
    summary: 'Whether a lesson has mandatory comments that are not approved',
    access: 'signed-in',
    params: commentParams,
    reply: z.boolean(),
    errors: ['not_found'],
  }),
};
