import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { Id, route } from '#platform/contract/route.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';

export const COMMENT_TAGS = ['Learn', 'Instructions', 'Hint', 'Multiple-choice', 'Initial', 'Display', 'Answer', 'Other'] as const;
export const CommentTag = z.enum(COMMENT_TAGS);
export type CommentTag = z.infer<typeof CommentTag>;

/** Longest comment of any kind, in characters. */
export const COMMENT_MAX = 20_000;
/** The text of a comment of any kind, where it may be empty. */
export const CommentText = z.string().trim().max(COMMENT_MAX, `A comment can have at most ${COMMENT_MAX} characters.`);
/** Longest report of a learner, in characters. */
export const LEARNER_REPORT_MAX = 2_000;
export const LEARNER_REPORT_EMPTY = 'Say what is wrong.';

const text = CommentText.min(1, 'Enter a comment.');

/** The passage that a comment is about. */
export const Quote = z.object({
  /** The screen's field, by its wire name. */
  field: z.string().min(1).max(100),
  text: z.string().min(1).max(LIMITS.quoteMax),
  /** The text directly before and after, which identifies the passage if its words occur more than once. */
  before: z.string().max(200),
  after: z.string().max(200),
});
export type Quote = z.infer<typeof Quote>;

const person = z.object({ id: z.number().int(), name: z.string() });

export const CommentMessage = z.object({
  id: z.number().int(),
  /** Markdown. */
  message: z.string(),
  message_html: SafeHtml,
  timestamp: z.string(),
  user: person,
});
export type CommentMessage = z.infer<typeof CommentMessage>;

/**
 * A comment on a screen. Its life cycle (comments.policy.ts says who may change it):
 *
 *     open ◀──▶ completed ──▶ approved
 *       └───────────┴────────────┴──▶ archived: removed from the list
 */
export const Comment = z.object({
  id: z.number().int(),
  user: person,
  /** A learner sent it from a link, which `user` made. It is plain text; anyone on staff settles it. */
  is_from_learner: z.boolean(),
  /** The author no longer has access; staff settle the comment. */
  is_author_gone: z.boolean(),
  /** Markdown. */
  comment: z.string(),
  comment_html: SafeHtml,
  tags: z.array(CommentTag),
  mandatory: z.boolean(),
  completed: z.boolean(),
  approved: z.boolean(),
  /** The same as `approved`, which is also called accepted. */
  accepted: z.boolean(),
  archived: z.boolean(),
  timestamp: z.string(),
  screen_id: z.number().int(),
  /** Number of the screen. */
  sequence: z.number().int(),
  thread: z.array(CommentMessage),
  quote: Quote.nullable(),
  /** The quoted passage is no longer in its field. */
  is_detached: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

/** A mandatory comment that is neither approved nor archived. */
export const OpenComment = z.object({
  id: z.number().int(),
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  /** Its author. */
  by: z.string(),
  /** True: the author no longer has access, so anyone on staff may settle it. */
  has_left: z.boolean(),
});
export type OpenComment = z.infer<typeof OpenComment>;

/** A user that a comment on a lesson can mention, by `@` and this key. */
export const LessonPerson = person.extend({ key: z.string() });
export type LessonPerson = z.infer<typeof LessonPerson>;

const commentParams = z.object({ id: Id });

export const commentRoutes = {
  listScreenComments: route({
    method: 'GET',
    path: '/api/screen/{id}/comments',
    summary: 'Returns a screen’s comments that are not archived, oldest first',
    access: 'signed-in',
    params: commentParams,
    reply: z.array(Comment),
    errors: ['not_found'],
  }),
  listLessonComments: route({
    method: 'GET',
    path: '/api/lesson/{id}/comments',
    summary: 'Returns a lesson’s comments that are not archived, by screen, oldest first',
    access: 'signed-in',
    forAssistants: true,
    params: commentParams,
    reply: z.array(Comment),
    errors: ['not_found'],
  }),
  listLessonPeople: route({
    method: 'GET',
    path: '/api/lesson/{id}/people',
    summary: 'Returns who may see a lesson, by name, with the key that mentions them in a comment',
    access: 'signed-in',
    params: commentParams,
    reply: z.array(LessonPerson),
    errors: ['not_found'],
  }),
  createComment: route({
    method: 'POST',
    path: '/api/screen/{id}/comments',
    summary: 'Adds a comment; not for external authors',
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
    summary: 'Archives a comment, which removes it from the list; its author, or staff if the author no longer has access',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  completeComment: route({
    method: 'PATCH',
    path: '/api/comments/complete/{id}',
    summary: 'Marks a comment as completed; anyone but its author',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  reopenComment: route({
    method: 'PATCH',
    path: '/api/comments/reopen/{id}',
    summary: 'Reopens a completed comment that is not approved yet',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  approveComment: route({
    method: 'PATCH',
    path: '/api/comments/approve/{id}',
    summary: 'Approves a completed comment; its author, or staff if the author no longer has access',
    access: 'signed-in',
    params: commentParams,
    reply: Comment,
    errors: ['not_found', 'refused'],
  }),
  hasOpenMandatory: route({
    method: 'GET',
    path: '/api/lesson/{id}/mandatory',
    summary: 'Returns whether a lesson has mandatory comments that are not approved',
    access: 'signed-in',
    params: commentParams,
    reply: z.boolean(),
    errors: ['not_found'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    comments: { type: 'comments-changed'; screen_id: number };
  }
}
