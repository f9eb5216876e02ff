import type { Comment } from './comments.ts';
import type { Actor } from './roles.ts';

/** What the rules need to know of a comment. */
export type CommentState = Pick<Comment, 'user' | 'is_author_gone' | 'completed' | 'approved' | 'archived'>;

function isAuthor(actor: Pick<Actor, 'id'>, comment: CommentState): boolean {
  return comment.user.id === actor.id;
}

/** A comment is settled by its author, or by staff once the author's access has ended. */
function isJudge(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return isAuthor(actor, comment) || (comment.is_author_gone && actor.role !== 'external');
}

/** A §6: external authors write no comments of their own; they reply. */
export function canComment(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== 'external';
}

/** A §4: whoever did not write it, until it is approved. */
export function canComplete(actor: Pick<Actor, 'id'>, comment: CommentState): boolean {
  return !isAuthor(actor, comment) && !comment.completed && !comment.approved && !comment.archived;
}

/** Only a completed comment, and only by its author while the author has access. */
export function canApprove(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return isJudge(actor, comment) && comment.completed && !comment.approved && !comment.archived;
}

/** Only by its author while the author has access. */
export function canArchive(actor: Pick<Actor, 'id' | 'role'>, comment: CommentState): boolean {
  return isJudge(actor, comment) && !comment.archived;
}

/** A thread goes on until its comment leaves the list. */
export function canReply(comment: Pick<Comment, 'archived'>): boolean {
  return !comment.archived;
}
