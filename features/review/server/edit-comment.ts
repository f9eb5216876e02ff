import { recordAudit } from '#features/audit/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { getReleaseFor } from '#features/releases/server/index.ts';
import { DELETED_COMMENT, writeCommentBody } from '#platform/content/comment-body.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canDeletePullComment, canEditPullComment, isOwnComment } from '../review-comment.policy.ts';
import { callCodeHost } from './call-host.ts';
import { MESSAGES } from './messages.ts';
import {
  discardPendingComments,
  editPullComment,
  hasReplies,
  listPendingComments,
  listPullComments,
  lockPullComment,
  removePullComment,
  type StoredPullComment,
} from './pulls/pull-comment-queries.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { getPull } from './pulls/pull-requests.ts';

/**
 * Changes what the caller's comment says, here and on its code host.
 * @throws AppError `not_found`; `refused` for a comment of another user, and once its suggestion is applied.
 */
export async function editComment(
  platform: Platform,
  actor: Actor,
  releaseId: number,
  id: number,
  { text, suggestion }: { text: string; suggestion: string | null },
): Promise<void> {
  const { pull, comment } = await getOwnComment(platform, actor, releaseId, id);
  // A suggestion belongs to lines that were checked when it was made.
  if (suggestion !== null && comment.suggestion === null) throw refused(MESSAGES.noNewSuggestion);
  // Before the code host has the new text; again below, because it may be applied meanwhile.
  requireEditable(actor, comment);
  const { host_id, quote } = comment;
  const { pulls } = platform.codeHost;
  if (pulls !== null && host_id !== null) {
    const body = writeCommentBody({ by: actor.name, quote, text, suggestion });
    await callCodeHost(() => pulls.editComment(pull.number, host_id, body));
  }
  await platform.db.transaction().execute(async (tx) => {
    const current = await lockOwn(tx, actor, id);
    requireEditable(actor, current);
    await editPullComment(tx, current, { text, suggestion });
    if (!current.is_pending) await recordEdit(tx, actor, pull, 'comment-edit', current);
  });
  if (!comment.is_pending) publishLessonsChanged(platform, releaseId, []);
}

/**
 * Deletes the caller's comment, here and on its code host. One with replies only loses what it says.
 * @throws AppError `not_found`; `refused` for a comment of another user.
 */
export async function deleteComment(platform: Platform, actor: Actor, releaseId: number, id: number): Promise<void> {
  const { pull, comment } = await getOwnComment(platform, actor, releaseId, id);
  const { host_id } = comment;
  const { pulls } = platform.codeHost;
  if (pulls !== null && host_id !== null) {
    const isKept = await hasReplies(platform.db, id);
    await callCodeHost(() =>
      isKept ? pulls.editComment(pull.number, host_id, DELETED_COMMENT) : pulls.deleteComment(pull.number, host_id),
    );
  }
  await platform.db.transaction().execute(async (tx) => {
    const current = await lockOwn(tx, actor, id);
    await removePullComment(tx, current);
    if (!current.is_pending) await recordEdit(tx, actor, pull, 'comment-delete', current);
  });
  if (!comment.is_pending) publishLessonsChanged(platform, releaseId, []);
}

/** Deletes the comments of the caller's review that isn't submitted yet. @throws AppError `not_found` */
export async function discardReview(platform: Platform, actor: Actor, releaseId: number): Promise<void> {
  await getReleaseFor(platform.db, actor, releaseId);
  const pull = await getPull(platform.db, releaseId);
  await platform.db.transaction().execute((tx) => discardPendingComments(tx, pull.id, actor.id));
}

function requireEditable(actor: Actor, comment: StoredPullComment): void {
  const state = { is_own: isOwnComment(actor, comment), applied_by: comment.applied_by };
  if (!canEditPullComment(state)) throw refused(MESSAGES.suggestionApplied);
}

async function getOwnComment(
  { db }: Platform,
  actor: Actor,
  releaseId: number,
  id: number,
): Promise<{ pull: StoredPull; comment: StoredPullComment }> {
  await getReleaseFor(db, actor, releaseId);
  const pull = await getPull(db, releaseId);
  const comments = [...(await listPullComments(db, pull.id)), ...(await listPendingComments(db, pull.id, actor.id))];
  const comment = comments.find((each) => each.id === id && each.deleted_at === null);
  if (!comment) throw notFound('comment');
  if (!canDeletePullComment({ is_own: isOwnComment(actor, comment) })) throw refused(MESSAGES.notYours);
  return { pull, comment };
}

/** Locks the comment; it may have been deleted since it was read. */
async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<StoredPullComment> {
  const comment = await lockPullComment(tx, id);
  if (!isOwnComment(actor, comment)) throw notFound('comment');
  return comment;
}

async function recordEdit(
  tx: Tx,
  actor: Actor,
  { number, release_id }: StoredPull,
  action: 'comment-edit' | 'comment-delete',
  { path }: StoredPullComment,
): Promise<void> {
  await recordAudit(tx, { actor, action: `pull-request.${action}`, subject: `release:${release_id}`, details: { number, path } });
}
