import { sql } from 'kysely';
import type { HostedComment } from '#features/code-hosts/server/index.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { DiffSide, LineRange } from '../../contract/pull-diffs.ts';

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
  /** Only its author sees it. */
  is_pending: boolean;
  edited_at: Date | null;
  /** Deleted by its author; it stays because of its replies. */
  deleted_at: Date | null;
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
  'is_pending',
  'edited_at',
  'deleted_at',
] as const;

/** The comments of a pull request that everyone who sees it sees, oldest first. */
export async function listPullComments(handle: Handle, pullId: number): Promise<StoredPullComment[]> {
  return commentsQuery(handle, pullId).where('is_pending', '=', false).execute();
}

/** The comments of a user's review that isn't submitted yet, oldest first. */
export async function listPendingComments(handle: Handle, pullId: number, userId: number): Promise<StoredPullComment[]> {
  return commentsQuery(handle, pullId).where('is_pending', '=', true).where('user_id', '=', userId).execute();
}

function commentsQuery(handle: Handle, pullId: number) {
  return handle
    .selectFrom('pull_request_comments')
    .select(COLUMNS)
    .where('pull_request_id', '=', pullId)
    .orderBy('created_at')
    .orderBy('id');
}

/** What a user writes; `host_id` null: it is stored here only. */
type NewPullComment = Omit<StoredPullComment, 'id' | 'created_at' | 'applied_by' | 'resolved_by' | 'edited_at' | 'deleted_at'> & {
  user_id: number;
};

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

/** Locks a comment until the transaction ends; replies to it can still be added. @throws AppError `not_found` */
export async function lockPullComment(tx: Tx, id: number): Promise<StoredPullComment> {
  const comment = await tx.selectFrom('pull_request_comments').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!comment) throw notFound('comment');
  return comment;
}

/** Changes what a comment says. */
export async function editPullComment(
  tx: Tx,
  { id, is_pending }: Pick<StoredPullComment, 'id' | 'is_pending'>,
  values: Pick<StoredPullComment, 'text' | 'suggestion'>,
): Promise<void> {
  const edited = is_pending ? {} : { edited_at: sql<Date>`now()` };
  await tx
    .updateTable('pull_request_comments')
    .set({ ...values, ...edited })
    .where('id', '=', id)
    .execute();
}

/** Deletes a comment. With replies it only loses what it says; the last reply of such a one takes it along. */
export async function removePullComment(tx: Tx, { id, reply_to }: Pick<StoredPullComment, 'id' | 'reply_to'>): Promise<void> {
  if (await hasReplies(tx, id)) {
    const nothing = { text: '', suggestion: null, quote: '', deleted_at: sql<Date>`now()` };
    await tx.updateTable('pull_request_comments').set(nothing).where('id', '=', id).execute();
    return;
  }
  await tx.deleteFrom('pull_request_comments').where('id', '=', id).execute();
  if (reply_to === null || (await hasReplies(tx, reply_to))) return;
  await tx.deleteFrom('pull_request_comments').where('id', '=', reply_to).where('deleted_at', 'is not', null).execute();
}

/** Whether a comment has replies. */
export async function hasReplies(handle: Handle, id: number): Promise<boolean> {
  const reply = await handle.selectFrom('pull_request_comments').select('id').where('reply_to', '=', id).limit(1).executeTakeFirst();
  return reply !== undefined;
}

/** Deletes the comments of a user's review that isn't submitted yet. */
export async function discardPendingComments(tx: Tx, pullId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('pull_request_comments')
    .where('pull_request_id', '=', pullId)
    .where('is_pending', '=', true)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Shows comments of a review to everyone. Those that their code host has already reported are replaced, because they lack their author.
 * @param written Their ids, and their ids on the code host; null: they are stored here only.
 */
export async function publishPendingComments(tx: Tx, pullId: number, written: ReadonlyMap<number, string | null>): Promise<void> {
  const hostIds = [...written.values()].filter((id) => id !== null);
  if (hostIds.length > 0)
    await tx
      .deleteFrom('pull_request_comments')
      .where('pull_request_id', '=', pullId)
      .where('user_id', 'is', null)
      .where('host_id', 'in', hostIds)
      .execute();
  for (const [id, host_id] of written)
    await tx
      .updateTable('pull_request_comments')
      .set({ is_pending: false, host_id, created_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('is_pending', '=', true)
      .execute();
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
  const known = await listPullComments(tx, pullId);
  const ids = new Map(known.flatMap(({ host_id, id }) => (host_id === null ? [] : [[host_id, id] as const])));
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
    const stored = known.find(({ host_id }) => host_id === comment.id);
    // An unchanged row isn't locked: a suggestion that is being applied waits for the release, which this transaction holds.
    if (stored && stored.user_id === null && (stored.text !== values.text || stored.suggestion !== values.suggestion)) {
      const { text, suggestion } = values;
      await tx.updateTable('pull_request_comments').set({ text, suggestion }).where('id', '=', stored.id).execute();
    }
    const id =
      stored?.id ?? (await insertHostedComment(tx, { ...values, pull_request_id: pullId, host_id: comment.id, created_at: comment.at }));
    ids.set(comment.id, id);
  }
}

type HostedValues = Omit<
  StoredPullComment,
  'id' | 'source' | 'quote' | 'user_id' | 'applied_by' | 'resolved_by' | 'is_pending' | 'edited_at' | 'deleted_at'
>;

async function insertHostedComment(tx: Tx, values: HostedValues): Promise<number> {
  const { id } = await tx.insertInto('pull_request_comments').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}
