import { getUser } from '#features/accounts/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { type AppError, forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canApprove, canArchive, canComplete, canReopen, type CommentState } from '../comments.policy.ts';
import type { Comment } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { markApproved, markArchived, markCompleted, markOpen, type CommentRow } from './queries.ts';
import { writeComment } from './write-comment.ts';

/**
 * Marks a comment as done. @throws AppError `not_found`; `forbidden` for its author; `refused` if it is done or
 * archived.
 */
export async function completeComment(platform: Platform, actor: Actor, id: number): Promise<Comment> {
  return move(platform, actor, id, {
    name: 'complete',
    may: canComplete,
    write: (tx) => markCompleted(tx, id, actor.id),
    why: (state) => (state.user.id === actor.id && !state.is_from_learner ? forbidden(MESSAGES.ownComment) : refused(MESSAGES.completed)),
  });
}

/** Takes the completion of a comment back. @throws AppError `not_found`; `refused` if it isn't completed, or is approved. */
export async function reopenComment(platform: Platform, actor: Actor, id: number): Promise<Comment> {
  return move(platform, actor, id, {
    name: 'reopen',
    may: (_, state) => canReopen(state),
    write: (tx) => markOpen(tx, id),
    why: () => refused(MESSAGES.notReopened),
  });
}

/**
 * Approves a completed comment. @throws AppError `not_found`; `forbidden` for users who may not; `refused` if it isn't
 * completed, or is already approved.
 */
export async function approveComment(platform: Platform, actor: Actor, id: number): Promise<Comment> {
  return move(platform, actor, id, {
    name: 'approve',
    may: canApprove,
    write: (tx) => markApproved(tx, id),
    why: (state) => (canArchive(actor, state) ? refused(MESSAGES.notCompleted) : forbidden(MESSAGES.notApprover)),
  });
}

/** Archives a comment. @throws AppError `not_found`; `forbidden` for users who may not; `refused` if it is archived. */
export async function archiveComment(platform: Platform, actor: Actor, id: number): Promise<Comment> {
  return move(platform, actor, id, {
    name: 'archive',
    may: canArchive,
    write: (tx) => markArchived(tx, id),
    why: () => forbidden(MESSAGES.notArchivist),
  });
}

interface Move {
  name: 'complete' | 'reopen' | 'approve' | 'archive';
  may: (actor: Actor, comment: CommentState) => boolean;
  write: (tx: Tx) => Promise<CommentRow>;
  /** Why this user may not, for a comment that is neither archived nor approved. */
  why: (comment: CommentState) => AppError;
}

async function move(platform: Platform, actor: Actor, id: number, { name, may, write, why }: Move): Promise<Comment> {
  return writeComment(platform, actor, id, name, async (tx, row) => {
    const { revoked_at } = await getUser(tx, row.user_id);
    const state = stateOf(row, revoked_at !== null);
    if (may(actor, state)) return write(tx);
    if (state.archived) throw refused(MESSAGES.archived);
    throw state.approved && name !== 'archive' ? refused(MESSAGES.approved) : why(state);
  });
}

function stateOf(row: CommentRow, is_author_gone: boolean): CommentState {
  return {
    user: { id: row.user_id, name: '' },
    is_from_learner: row.is_from_learner,
    is_author_gone,
    completed: row.completed_at !== null,
    approved: row.approved_at !== null,
    archived: row.archived_at !== null,
  };
}
