import type { Comment } from '#contract/comments.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { getLessonFor } from '#server/lessons/access.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findStoredScreen } from '#server/lessons/screens/screens.ts';
import type { StoredScreen } from '#server/lessons/screen-queries.ts';
import { commentReplies } from './comment-reply.ts';
import { findCommentForUpdate, findCommentRow, type CommentRow } from './queries.ts';

/**
 * The way of every write to a comment that is there: find it with its screen where `actor` may see them, let `write` decide on
 * the locked row, tell the audit trail and everybody who has the lesson open.
 *
 * @param verb for the audit trail.
 * @throws AppError `not_found`, and what `write` throws.
 */
export async function writeComment(
  platform: Platform,
  actor: Actor,
  id: number,
  verb: string,
  write: (tx: Tx, row: CommentRow) => Promise<CommentRow>,
): Promise<Comment> {
  const found = await findCommentRow(platform.db, id);
  if (!found) throw notFound('comment');
  const screen = await getScreenToComment(platform.db, actor, found.screen_id, 'comment');
  const row = await platform.db.transaction().execute(async (tx) => {
    const locked = await findCommentForUpdate(tx, id);
    if (!locked) throw notFound('comment');
    const written = await write(tx, locked);
    await recordAudit(tx, { actor, action: `comment.${verb}`, subject: `comment:${id}`, details: { screen_id: screen.id } });
    return written;
  });
  return announce(platform, row, screen);
}

/**
 * A screen that `actor` may see. Comments are no content: they may be written on published lessons as well.
 *
 * @param what the caller asked for, as the error names it: who may not see the screen learns nothing of it.
 */
export async function getScreenToComment(
  handle: Handle,
  actor: Actor,
  screenId: number,
  what: 'screen' | 'comment',
): Promise<StoredScreen> {
  const screen = await findStoredScreen(handle, screenId);
  if (!screen) throw notFound(what);
  await getLessonFor(handle, actor, screen.lesson_id);
  return screen;
}

/** Tells everybody who has the lesson open that the comments of a screen are others now. Answers the one that was written. */
export async function announce(platform: Platform, row: CommentRow, screen: StoredScreen): Promise<Comment> {
  platform.live.publish(`lesson:${screen.lesson_id}`, { type: 'comments-changed', screen_id: screen.id });
  const [reply] = await commentReplies(platform.db, [row], [screen]);
  if (!reply) throw new Error(`Comment ${row.id} was told with a screen that it is not on.`);
  return reply;
}
