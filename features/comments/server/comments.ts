import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { listScreenPositions, listStoredScreens } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { invalid, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canReply } from '../comments.policy.ts';
import { COMMENT_TAGS, type Comment, type CommentTag, type Quote } from '../contract.ts';
import { commentReplies, screenTextByName } from './comment-reply.ts';
import { findMentioned, notifyOfComment, notifyOfReply } from './mentions.ts';
import { MESSAGES } from './messages.ts';
import { hasOpenMandatoryRow, insertComment, insertMessage, listCommentRows } from './queries.ts';
import { publishCommentsChanged, getScreenToComment, writeComment } from './write-comment.ts';

/** The comments of a screen that are not archived, oldest first. */
export async function listScreenComments(platform: Platform, actor: Actor, screenId: number): Promise<Comment[]> {
  const screen = await getScreenToComment(platform.db, actor, screenId, 'screen');
  return commentReplies(platform, await listCommentRows(platform.db, [screen.id]), [screen]);
}

/** The comments of all screens of a lesson that are not archived, by screen, oldest first. */
export async function listLessonComments(platform: Platform, actor: Actor, lessonId: number): Promise<Comment[]> {
  await getLessonFor(platform.db, actor, lessonId);
  const positions = await listScreenPositions(platform.db, lessonId);
  const rows = await listCommentRows(
    platform.db,
    positions.map(({ id }) => id),
  );
  // Most lessons have none: their texts are not read for it.
  if (rows.length === 0) return [];
  const replies = await commentReplies(platform, rows, await listStoredScreens(platform.db, lessonId));
  return replies.toSorted((one, other) => one.sequence - other.sequence || one.id - other.id);
}

/** Whether a lesson has mandatory comments without approval, for the banner of the screen header. */
export async function hasOpenMandatory(platform: Platform, actor: Actor, lessonId: number): Promise<boolean> {
  await getLessonFor(platform.db, actor, lessonId);
  return hasOpenMandatoryRow(platform.db, lessonId);
}

/**
 * Adds a comment to a whole screen or to a quoted passage, which may be unsaved text.
 *
 * @throws AppError `not_found`; `invalid` for a quote from a field that is no text of a screen.
 */
export async function createComment(
  platform: Platform,
  actor: Actor,
  screenId: number,
  input: { comment: string; tags: readonly CommentTag[]; mandatory: boolean; quote?: Quote | undefined },
): Promise<Comment> {
  const screen = await getScreenToComment(platform.db, actor, screenId, 'screen');
  const { comment, mandatory, quote = null } = input;
  if (quote !== null && screenTextByName(screen.fields, quote.field) === null)
    throw invalid([{ path: 'body.quote.field', message: MESSAGES.unknownField }]);
  // Without duplicates, in the order of the tag list.
  const tags = COMMENT_TAGS.filter((tag) => input.tags.includes(tag));
  const mentioned = await findMentioned(platform, comment);
  const row = await platform.db.transaction().execute(async (tx) => {
    const made = await insertComment(tx, { screen_id: screenId, user_id: actor.id, comment, tags, mandatory, quote });
    await recordAudit(tx, { actor, action: 'comment.create', subject: `comment:${made.id}`, details: { screen_id: screenId } });
    await notifyOfComment(tx, platform, { actor, screen, comment: made, mentioned });
    return made;
  });
  return publishCommentsChanged(platform, row, screen);
}

/**
 * Adds a message to a comment's thread.
 *
 * @throws AppError `not_found`; `refused` if the comment is archived.
 */
export async function replyToComment(platform: Platform, actor: Actor, id: number, message: string): Promise<Comment> {
  const mentioned = await findMentioned(platform, message);
  return writeComment(platform, actor, id, 'reply', async (tx, row, screen) => {
    if (!canReply({ archived: row.archived_at !== null })) throw refused(MESSAGES.archived);
    const messageId = await insertMessage(tx, { comment_id: id, user_id: actor.id, message });
    await notifyOfReply(tx, platform, { actor, screen, comment: row, mentioned, message: { id: messageId, text: message } });
    return row;
  });
}
