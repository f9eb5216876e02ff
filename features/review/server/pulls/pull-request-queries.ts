import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '../../contract/pull-requests.ts';

/** A stored pull request. */
export interface StoredPull {
  id: number;
  release_id: number;
  number: number;
  title: string;
  body: string;
  state: PullRequestState;
  status: ReviewStatus;
  /** Null: a page of the product. */
  url: string | null;
  opened_by: number | null;
  opened_by_name: string;
  /** The account on the code host that opened it; null: unknown. */
  opened_by_host_user: string | null;
  opened_at: Date;
  merge_sha: string | null;
  merged_by_name: string | null;
  merged_at: Date | null;
  is_mergeable: boolean | null;
}

export interface StoredReview {
  id: number;
  user_id: number | null;
  by_name: string;
  /** The account on the code host that gave it; null: it was given here. */
  host_user: string | null;
  verdict: ReviewVerdict;
  text: string;
  commit_sha: string | null;
  created_at: Date;
}

const PULL = [
  'id',
  'release_id',
  'number',
  'title',
  'body',
  'state',
  'status',
  'url',
  'opened_by',
  'opened_by_name',
  'opened_by_host_user',
  'opened_at',
  'merge_sha',
  'merged_by_name',
  'merged_at',
  'is_mergeable',
] as const;

/**
 * The newest pull request of each release that has one, or of `releaseId`: the open one, else the one that was opened or merged last. A code
 * host may report them in any order.
 */
export async function listNewestPullRows(handle: Handle, releaseId?: number): Promise<StoredPull[]> {
  let query = handle
    .selectFrom('pull_requests')
    .select(PULL)
    .distinctOn('release_id')
    .orderBy('release_id')
    .orderBy(sql`state = 'open'`, 'desc')
    .orderBy(sql`coalesce(merged_at, opened_at)`, 'desc')
    .orderBy('id', 'desc');
  if (releaseId !== undefined) query = query.where('release_id', '=', releaseId);
  return query.execute();
}

export async function findPullRow(handle: Handle, by: { id: number } | { number: number }): Promise<StoredPull | undefined> {
  const query = handle.selectFrom('pull_requests').select(PULL);
  return ('id' in by ? query.where('id', '=', by.id) : query.where('number', '=', by.number)).executeTakeFirst();
}

/**
 * Locks the newest pull request of a release until the transaction ends, so that concurrent decisions are serialized.
 */
export async function findPullForUpdate(tx: Tx, releaseId: number): Promise<StoredPull | undefined> {
  // Locking the release also covers pull requests that don't exist yet. Not against saves: each has locked its lesson before it refers to
  // the release, and a decision changes the lessons.
  await tx.selectFrom('releases').select('id').where('id', '=', releaseId).forNoKeyUpdate().execute();
  return (await listNewestPullRows(tx, releaseId))[0];
}

/** The open pull requests. */
export async function listOpenPullRows(handle: Handle): Promise<StoredPull[]> {
  return handle.selectFrom('pull_requests').select(PULL).where('state', '=', 'open').orderBy('id').execute();
}

/** The next number of the built-in code host. Concurrent callers wait until the transaction ends. */
export async function nextPullNumber(tx: Tx): Promise<number> {
  await sql`lock table pull_requests in share row exclusive mode`.execute(tx);
  const row = await tx
    .selectFrom('pull_requests')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
    .executeTakeFirstOrThrow();
  return row.next;
}

type PullValues = Omit<StoredPull, 'id'>;

export async function insertPullRow(tx: Tx, pull: PullValues): Promise<number> {
  const { id } = await tx.insertInto('pull_requests').values(pull).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updatePullRow(tx: Tx, id: number, values: Partial<PullValues>): Promise<void> {
  await tx
    .updateTable('pull_requests')
    .set({ ...values, heard_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function listReviewRows(handle: Handle, pullId: number): Promise<StoredReview[]> {
  return handle
    .selectFrom('pull_request_reviews')
    .select(['id', 'user_id', 'by_name', 'host_user', 'verdict', 'text', 'commit_sha', 'created_at'])
    .where('pull_request_id', '=', pullId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertReviewRow(
  tx: Tx,
  review: {
    pull_request_id: number;
    user_id: number;
    by_name: string;
    verdict: ReviewVerdict;
    text: string;
    commit_sha: string | null;
    host_id: string | null;
  },
): Promise<void> {
  const { user_id, by_name, verdict, text, commit_sha } = review;
  await tx
    .insertInto('pull_request_reviews')
    .values(review)
    // The code host may have reported it already, without its author here.
    .onConflict((conflict) => conflict.columns(['pull_request_id', 'host_id']).doUpdateSet({ user_id, by_name, verdict, text, commit_sha }))
    .execute();
}

interface HeardReview extends Omit<StoredReview, 'id' | 'user_id'> {
  pull_request_id: number;
  host_id: string;
}

/**
 * Updates the reviews to those of an external code host: adds, changes and removes them. A review given here is a comment there, and
 * stays as it was given.
 */
export async function replaceHostedReviews(tx: Tx, pullId: number, reviews: readonly HeardReview[]): Promise<void> {
  // A report may be older than a review that was just given here.
  let deletion = tx
    .deleteFrom('pull_request_reviews')
    .where('pull_request_id', '=', pullId)
    .where('host_id', 'is not', null)
    .where('user_id', 'is', null);
  if (reviews.length > 0)
    deletion = deletion.where(
      'host_id',
      'not in',
      reviews.map(({ host_id }) => host_id),
    );
  await deletion.execute();
  if (reviews.length === 0) return;
  await tx
    .insertInto('pull_request_reviews')
    .values([...reviews])
    .onConflict((conflict) =>
      conflict
        .columns(['pull_request_id', 'host_id'])
        .doUpdateSet((eb) => ({
          by_name: eb.ref('excluded.by_name'),
          host_user: eb.ref('excluded.host_user'),
          verdict: eb.ref('excluded.verdict'),
          text: eb.ref('excluded.text'),
          commit_sha: eb.ref('excluded.commit_sha'),
          created_at: eb.ref('excluded.created_at'),
        }))
        .where('pull_request_reviews.user_id', 'is', null),
    )
    .execute();
}
