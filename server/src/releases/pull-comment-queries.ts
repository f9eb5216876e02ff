import { sql } from 'kysely';
import type { DiffSide, LineRange } from '#contract/pull-requests.ts';
import type { HostedComment } from '#server/platform/code-hosts/code-host.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';

/** A stored comment on the changes of a pull request. */
export interface StoredPullComment {
  id: number;
  pull_request_id: number;
  reply_to: number | null;
  path: string;
  side: DiffSide;
  line_from: number | null;
  line_to: number | null;
  /** The commit that the lines are counted in. */
  commit_sha: string;
  /** Empty for a comment from another code host: see its commit. */
  source: string;
  quote: string;
  text: string;
  suggestion: string | null;
  user_id: number | null;
  by_name: string;
  created_at: Date;
  host_id: string | null;
  applied_by: number | null;
  resolved_by: number | null;
}

const COLUMNS = [
  'id',
  'pull_request_id',
  'reply_to',
  'path',
  'side',
  'line_from',
  'line_to',
  'commit_sha',
  'source',
  'quote',
  'text',
  'suggestion',
  'user_id',
  'by_name',
  'created_at',
  'host_id',
  'applied_by',
  'resolved_by',
] as const;

/** The comments of a pull request, oldest first. */
export async function listPullComments(handle: Handle, pullId: number): Promise<StoredPullComment[]> {
  return handle
    .selectFrom('pull_request_comments')
    .select(COLUMNS)
    .where('pull_request_id', '=', pullId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What a user writes; `host_id` null: it is stored here only. */
type NewPullComment = Omit<StoredPullComment, 'id' | 'created_at' | 'applied_by' | 'resolved_by'> & { user_id: number };

/** Stores a comment written here. One that its code host has already reported is replaced, because it lacks the author. */
export async function addPullComment(tx: Tx, comment: NewPullComment): Promise<number> {
  const { pull_request_id: _pull, host_id: _host, ...values } = comment;
  const { id } = await tx
    .insertInto('pull_request_comments')
    .values(comment)
    .onConflict((conflict) => conflict.columns(['pull_request_id', 'host_id']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a comment until the transaction ends. @throws AppError `not_found` */
export async function lockPullComment(tx: Tx, id: number): Promise<StoredPullComment> {
  const comment = await tx.selectFrom('pull_request_comments').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!comment) throw notFound('comment');
  return comment;
}

/** Resolves a thread, or reopens it with null. */
export async function setPullThreadResolved(tx: Tx, id: number, by: number | null): Promise<void> {
  const resolved_at = by === null ? null : sql<Date>`now()`;
  await tx.updateTable('pull_request_comments').set({ resolved_by: by, resolved_at }).where('id', '=', id).execute();
}

/** Records who applied a suggestion, which resolves its thread. */
export async function markSuggestionApplied(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('pull_request_comments')
    .set({ applied_by: by, applied_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await setPullThreadResolved(tx, id, by);
}

/**
 * Updates the comments of a pull request to those of an external code host: adds, changes and removes them. Those that were written here
 * stay as they are.
 */
export async function replaceHostedComments(tx: Tx, pullId: number, comments: readonly HostedComment[]): Promise<void> {
  // A report may be older than a comment that was just written here.
  let deletion = tx
    .deleteFrom('pull_request_comments')
    .where('pull_request_id', '=', pullId)
    .where('host_id', 'is not', null)
    .where('user_id', 'is', null);
  if (comments.length > 0)
    deletion = deletion.where(
      'host_id',
      'not in',
      comments.map(({ id }) => id),
    );
  await deletion.execute();
  const ids = new Map<string, number>();
  // The first comment of a thread is older than its replies.
  for (const comment of comments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const lines: LineRange | null = comment.lines;
    const values = {
      reply_to: comment.reply_to === null ? null : (ids.get(comment.reply_to) ?? null),
      path: comment.path,
      side: comment.side,
      line_from: lines?.from ?? null,
      line_to: lines?.to ?? null,
      commit_sha: comment.commit,
      text: comment.text,
      suggestion: lines === null ? null : comment.suggestion,
      by_name: comment.by,
    };
    await tx
      .insertInto('pull_request_comments')
      .values({ ...values, pull_request_id: pullId, host_id: comment.id, created_at: comment.at })
      .onConflict((conflict) =>
        conflict
          .columns(['pull_request_id', 'host_id'])
          .doUpdateSet((eb) => ({ text: eb.ref('excluded.text'), suggestion: eb.ref('excluded.suggestion') }))
          .where('pull_request_comments.user_id', 'is', null),
      )
      .execute();
    const { id } = await tx
      .selectFrom('pull_request_comments')
      .select('id')
      .where('pull_request_id', '=', pullId)
      .where('host_id', '=', comment.id)
      .executeTakeFirstOrThrow();
    ids.set(comment.id, id);
  }
}
