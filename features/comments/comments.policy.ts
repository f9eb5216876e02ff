import type { Actor } from '#platform/contract/roles.ts';
import type { Comment } from './contract.ts';

/** What a user may do in a thread. Each kind of comment has a function that returns one; its server asks the same rules. */
export interface ThreadPolicy<Message, Move extends string> {
  readonly canReply: boolean;
  readonly canEdit: (message: Message) => boolean;
  readonly canDelete: (message: Message) => boolean;
  /** The changes of its state that the user may make, in the order of their buttons. */
  readonly moves: readonly Move[];
}

/** A change of the state of a comment on a screen. */
export type CommentMove = 'complete' | 'approve' | 'reopen' | 'archive';

/** The part of a comment that the rules need. */
export type CommentState = Pick<Comment, 'user' | 'is_author_gone' | 'is_from_learner' | 'completed' | 'approved' | 'archived'>;

function isAuthor(actor: Pick<Actor, 'id'>, comment: CommentState): boolean {
  return comment.user.id === actor.id && !comment.is_from_learner;
}

/** A comment is settled by its author, or by staff if the author no longer has access, or is a learner. */
function canSettle(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return isAuthor(actor, comment) || ((comment.is_author_gone || comment.is_from_learner) && actor.role !== 'external');
}

/** External authors can't write comments; they can reply. */
export function canComment(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== 'external';
}

/** Anyone but its author, until it is approved. */
export function canComplete(actor: Pick<Actor, 'id'>, comment: CommentState): boolean {
  return !isAuthor(actor, comment) && !comment.completed && !comment.approved && !comment.archived;
}

/** A completion that was too early is taken back by anyone, until the comment is approved. */
export function canReopen(comment: CommentState): boolean {
  return comment.completed && !comment.approved && !comment.archived;
}

/** Only once completed, and only by its author while the author has access. */
export function canApprove(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return canSettle(actor, comment) && comment.completed && !comment.approved && !comment.archived;
}

/** Only by its author while the author has access. */
export function canArchive(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return canSettle(actor, comment) && !comment.archived;
}

/** Until the comment is archived. */
export function canReply(comment: Pick<Comment, 'archived'>): boolean {
  return !comment.archived;
}

/** What a user may do with a comment on a screen and its thread. What is written there stays as it is. */
export function commentPolicy(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): ThreadPolicy<unknown, CommentMove> {
  const moves: Record<CommentMove, boolean> = {
    complete: canComplete(actor, comment),
    approve: canApprove(actor, comment),
    reopen: canReopen(comment),
    archive: canArchive(actor, comment),
  };
  const names = ['complete', 'approve', 'reopen', 'archive'] as const;
  return {
    canReply: canReply(comment),
    canEdit: () => false,
    canDelete: () => false,
    moves: names.filter((name) => moves[name]),
  };
}
