import { moveCommentNotifications } from '#features/notifications/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Quote } from '../contract.ts';
import { listCommentsOfLesson, listEveryComment, moveCommentRow } from './queries.ts';

/**
 * Moves comments of a screen to another one of its lesson, with their threads and notifications. Returns the ids of those that moved.
 *
 * @param quotesAfter Their quotes on the other screen, null for none; undefined: the comment stays.
 */
export async function moveComments(
  tx: Tx,
  from: number,
  to: number,
  quotesAfter: (quotes: (Quote | null)[]) => Promise<(Quote | null | undefined)[]> | (Quote | null)[],
): Promise<number[]> {
  const comments = await listEveryComment(tx, from);
  if (comments.length === 0) return [];
  const quotes = await quotesAfter(comments.map(({ quote }) => quote));
  return move(
    tx,
    to,
    comments.flatMap(({ id }, index) => {
      const quote = quotes[index];
      return quote === undefined ? [] : [{ id, quote }];
    }),
  );
}

/** Moves these comments to a screen of their lesson. Those of another lesson stay. */
export async function moveTheseComments(
  tx: Tx,
  lessonId: number,
  ids: readonly number[],
  to: number,
  quoteAfter: (quote: Quote | null) => Quote | null,
): Promise<void> {
  if (ids.length === 0) return;
  const comments = await listCommentsOfLesson(tx, lessonId, ids);
  await move(
    tx,
    to,
    comments.map(({ id, quote }) => ({ id, quote: quoteAfter(quote) })),
  );
}

async function move(tx: Tx, screen_id: number, comments: readonly { id: number; quote: Quote | null }[]): Promise<number[]> {
  for (const { id, quote } of comments) await moveCommentRow(tx, id, { screen_id, quote });
  const ids = comments.map(({ id }) => id);
  await moveCommentNotifications(tx, ids, screen_id);
  return ids;
}
