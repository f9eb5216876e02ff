import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { findScreen, type StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Comment } from '../contract.ts';
import { commentReplies } from './comment-reply.ts';
import { findCommentForUpdate, findCommentRow, type CommentRow } from './queries.ts';

/**
 * Every write to an existing comment goes through here: find it with its screen if `actor` may see them, let `write`
 * decide on the locked row, write the audit entry, and notify everyone who has the lesson open.
 *
 * @param verb For the audit trail.
 * @throws AppError `not_found`, and what `write` throws.
 */
export async function writeComment(
  platform: Platform,
  actor: Actor,
  id: number,
  verb: 'reply' | 'complete' | 'reopen' | 'approve' | 'archive',
  write: (tx: Tx, row: CommentRow, screen: StoredScreen) => Promise<CommentRow>,
): Promise<Comment> {
  const found = await findCommentRow(platform.db, id);
  if (!found) throw notFound('comment');
  const screen = await getScreenToComment(platform.db, actor, found.screen_id, 'comment');
  const row = await platform.db.transaction().execute(async (tx) => {
    const locked = await findCommentForUpdate(tx, id);
    if (!locked) throw notFound('comment');
    const written = await write(tx, locked, screen);
    await recordAudit(tx, { actor, action: `comment.${verb}`, subject: `comment:${id}`, details: { screen_id: screen.id } });
    return written;
  });
  return publishCommentsChanged(platform, row, screen);
}

/**
 * Returns a screen that `actor` may see. Comments are not content, so published lessons can be commented too.
 *
 * @param what The requested thing, as the error names it: a user who may not see the screen learns nothing about it.
 */
export async function getScreenToComment(
  handle: Handle,
  actor: Actor,
  screenId: number,
  what: 'screen' | 'comment',
): Promise<StoredScreen> {
  const screen = await findScreen(handle, screenId);
  if (!screen) throw notFound(what);
  await getLessonFor(handle, actor, screen.lesson_id);
  return screen;
}

/** Notifies everyone who has the lesson open that a screen's comments changed. Returns the written comment. */
export async function publishCommentsChanged(platform: Platform, row: CommentRow, screen: StoredScreen): Promise<Comment> {
  platform.live.publish(`lesson:${screen.lesson_id}`, { type: 'comments-changed', screen_id: screen.id });
  const [reply] = await commentReplies(platform, [row], [screen]);
  if (!reply) throw new Error(`Comment ${row.id} was returned for a screen it is not on.`);
  return reply;
}
