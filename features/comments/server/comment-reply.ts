import { displayName, getUsers } from '#features/accounts/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { renderedMarkdown, type StoredScreen } from '#features/screens/server/index.ts';
import { inTurns } from '#platform/server/in-turns.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Comment, CommentMessage, Quote } from '../contract.ts';
import { hasQuote } from '../rules/find-quote.ts';
import { plainAsMarkdown } from '../rules/plain-as-markdown.ts';
import { commentRenderer } from './mentions.ts';
import { listMessageRows, type CommentRow, type MessageRow } from './queries.ts';

type CommentedScreen = Pick<StoredScreen, 'id' | 'lesson_id' | 'sequence' | 'fields'>;

/** Comments as sent to the page, with their threads, in the order of `rows`. Those on other screens are skipped. */
export async function commentReplies(
  platform: Pick<Platform, 'db' | 'config'>,
  rows: readonly CommentRow[],
  screens: readonly CommentedScreen[],
): Promise<Comment[]> {
  const { db: handle } = platform;
  const messages = Map.groupBy(
    await listMessageRows(
      handle,
      rows.map(({ id }) => id),
    ),
    ({ comment_id }) => comment_id,
  );
  const authors = [...rows, ...[...messages.values()].flat()].map(({ user_id }) => user_id);
  const users = await getUsers(handle, authors);
  const person = (id: number) => {
    const user = users.get(id);
    return { id, name: user ? displayName(user) : '' };
  };
  const rendered = commentRenderer(platform);
  const toMessage = async ({ id, message, created_at, user_id }: MessageRow, lessonId: number): Promise<CommentMessage> => ({
    id,
    message,
    message_html: await rendered(message, lessonId),
    timestamp: created_at.toISOString(),
    user: person(user_id),
  });
  const byId = new Map(screens.map((screen) => [screen.id, screen]));
  const toReply = async (row: CommentRow, screen: CommentedScreen): Promise<Comment> => {
    const isApproved = row.approved_at !== null;
    return {
      id: row.id,
      user: row.is_from_learner ? { id: row.user_id, name: 'A learner' } : person(row.user_id),
      is_from_learner: row.is_from_learner,
      is_author_gone: (users.get(row.user_id)?.revoked_at ?? null) !== null,
      comment: row.comment,
      comment_html: row.is_from_learner ? await renderedPlain(row.comment) : await rendered(row.comment, screen.lesson_id),
      tags: row.tags,
      mandatory: row.mandatory,
      completed: row.completed_at !== null,
      approved: isApproved,
      accepted: isApproved,
      archived: row.archived_at !== null,
      timestamp: row.created_at.toISOString(),
      screen_id: screen.id,
      sequence: screen.sequence,
      thread: await inTurns(messages.get(row.id) ?? [], (message) => toMessage(message, screen.lesson_id)),
      quote: row.quote,
      is_detached: row.quote !== null && isDetached(row.quote, screen.fields),
    };
  };
  // A lesson may have thousands.
  const shown = rows.flatMap((row) => {
    const screen = byId.get(row.screen_id);
    return screen ? [{ row, screen }] : [];
  });
  return inTurns(shown, ({ row, screen }) => toReply(row, screen));
}

/** The text of a report is plain: it has no markup, and mentions in it notify no one. */
function renderedPlain(text: string) {
  return renderedMarkdown(plainAsMarkdown(text), { lessonId: 0, videoHosts: [] });
}

function isDetached(quote: Quote, fields: ScreenFields): boolean {
  const text = screenTextByName(fields, quote.field);
  return text === null || !hasQuote(text, quote);
}

/** A text of a screen by field name; null if it has no such text. */
export function screenTextByName(fields: ScreenFields, name: string): string | null {
  const value: unknown = Object.hasOwn(fields, name) ? fields[name as keyof ScreenFields] : null;
  return typeof value === 'string' ? value : null;
}
