import type { Comment, CommentMessage, Quote } from '#contract/comments.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { findQuote } from '#content/find-quote.ts';
import { renderMarkdown } from '#content/markdown.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { StoredScreen } from '#server/screens/service.ts';
import { getUserNames } from '#server/users/service.ts';
import { listMessageRows, type CommentRow, type MessageRow } from './tables.ts';

type CommentedScreen = Pick<StoredScreen, 'id' | 'sequence' | 'fields'>;

/** Comments as the wire tells them, with their threads, in the order of `rows`. Those on other screens are left out. */
export async function commentReplies(handle: Handle, rows: readonly CommentRow[], screens: readonly CommentedScreen[]): Promise<Comment[]> {
  const messages = Map.groupBy(
    await listMessageRows(
      handle,
      rows.map(({ id }) => id),
    ),
    ({ comment_id }) => comment_id,
  );
  const authors = [...rows, ...[...messages.values()].flat()].map(({ user_id }) => user_id);
  const names = await getUserNames(handle, authors);
  const person = (id: number) => ({ id, name: names.get(id) ?? '' });
  const toMessage = ({ id, message, created_at, user_id }: MessageRow): CommentMessage => ({
    id,
    message,
    message_html: renderMarkdown(message),
    timestamp: created_at.toISOString(),
    user: person(user_id),
  });
  const byId = new Map(screens.map((screen) => [screen.id, screen]));
  return rows.flatMap((row) => {
    const screen = byId.get(row.screen_id);
    if (!screen) return [];
    const isApproved = row.approved_at !== null;
    return {
      id: row.id,
      user: person(row.user_id),
      comment: row.comment,
      comment_html: renderMarkdown(row.comment),
      tags: row.tags,
      mandatory: row.mandatory,
      completed: row.completed_at !== null,
      approved: isApproved,
      accepted: isApproved,
      archived: row.archived_at !== null,
      timestamp: row.created_at.toISOString(),
      screen_id: screen.id,
      sequence: screen.sequence,
      thread: (messages.get(row.id) ?? []).map(toMessage),
      quote: row.quote,
      is_detached: row.quote !== null && isDetached(row.quote, screen.fields),
    };
  });
}

function isDetached(quote: Quote, fields: ScreenFields): boolean {
  const text = fields[quote.field as keyof ScreenFields];
  return typeof text !== 'string' || findQuote(text, quote) === null;
}
