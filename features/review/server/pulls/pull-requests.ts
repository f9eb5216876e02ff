import { listActiveUsers } from '#features/accounts/server/index.ts';
import type { HostedPull } from '#features/code-hosts/server/index.ts';
import { closeMergedRelease, reopenReleaseRow } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import { canMovePullRequest, type PullRequestState, type PullRequestSummary, type ReviewStatus } from '../../contract/pull-requests.ts';
import { REVIEWER_ROLES } from '../../review.policy.ts';
import { listPullComments, replaceHostedComments, type StoredPullComment } from './pull-comment-queries.ts';
import {
  findPullForUpdate,
  findPullRow,
  insertPullRow,
  insertReviewRow,
  listNewestPullRows,
  listOpenPullRows,
  listReviewRows,
  nextPullNumber,
  replaceHostedReviews,
  updatePullRow,
  type StoredPull,
  type StoredReview,
} from './pull-request-queries.ts';
import { statusOfReviews, stricter } from './review-status.ts';

/** The page of a pull request: ours, or the code host's. */
export function pullUrl(pull: Pick<StoredPull, 'release_id' | 'url'>): string {
  return pull.url ?? `/releases/${pull.release_id}/pull`;
}

export function toSummary(pull: StoredPull): PullRequestSummary {
  return { url: pullUrl(pull), status: pull.status };
}

/** Link and status of the newest pull request of each release that has one, by release id. */
export async function pullSummaries(handle: Handle, releaseId?: number): Promise<Map<number, PullRequestSummary>> {
  return new Map((await listNewestPullRows(handle, releaseId)).map((pull) => [pull.release_id, toSummary(pull)]));
}

/** The newest pull request of a release, open or not. */
export async function findPull(handle: Handle, releaseId: number): Promise<StoredPull | undefined> {
  return (await listNewestPullRows(handle, releaseId))[0];
}

/** @throws AppError `not_found` if the release has none. */
export async function getPull(handle: Handle, releaseId: number): Promise<StoredPull> {
  const pull = await findPull(handle, releaseId);
  if (!pull) throw notFound('pull request');
  return pull;
}

/** By its number on the code host. */
export async function findPullByNumber(handle: Handle, number: number): Promise<StoredPull | undefined> {
  return findPullRow(handle, { number });
}

/**
 * Returns the comment that began the thread of `id` in the newest pull request of a release.
 * @throws AppError `not_found`
 */
export async function getPullThread(handle: Handle, releaseId: number, id: number): Promise<StoredPullComment> {
  const comments = await listPullComments(handle, (await getPull(handle, releaseId)).id);
  const comment = comments.find((one) => one.id === id);
  const first = comment?.reply_to ? comments.find((one) => one.id === comment.reply_to) : comment;
  if (!first) throw notFound('comment');
  return first;
}

interface NewPull {
  release_id: number;
  title: string | undefined;
  body: string | undefined;
  actor: Actor;
}

/**
 * Returns the open pull request of a release on the built-in code host: the existing one, a reopened one, or a new one.
 * Omitted fields stay as they were. `is_new` false: it was already open.
 */
export async function openLocalPull(tx: Tx, input: NewPull & { defaultTitle: string }): Promise<{ pull: StoredPull; is_new: boolean }> {
  const { release_id, title, body, actor } = input;
  const known = await findPullForUpdate(tx, release_id);
  const texts = { ...(title ? { title } : {}), ...(body === undefined ? {} : { body }) };
  if (known && known.state !== 'merged') {
    const status = known.state === 'open' ? known.status : await statusByPresent(tx, await listReviewRows(tx, known.id));
    await updatePullRow(tx, known.id, { ...texts, state: 'open', status });
    return { pull: await getPull(tx, release_id), is_new: known.state !== 'open' };
  }
  await insertPullRow(tx, {
    release_id,
    number: await nextPullNumber(tx),
    title: title || input.defaultTitle,
    body: body ?? '',
    state: 'open',
    status: 'In review',
    url: null,
    opened_by: actor.id,
    opened_by_name: actor.name,
    opened_by_host_user: null,
    opened_at: new Date(),
    merge_sha: null,
    merged_by_name: null,
    merged_at: null,
    is_mergeable: null,
  });
  return { pull: await getPull(tx, release_id), is_new: true };
}

/**
 * Adds a review to the open pull request of a release and updates its status.
 * @throws AppError `not_found`; `refused` if it isn't open.
 */
export async function addReview(
  tx: Tx,
  actor: Actor,
  input: {
    release_id: number;
    verdict: 'approve' | 'request-changes' | 'comment';
    text: string;
    commit: string | null;
    /** Its id on another code host, where it is a comment; null: it is stored here only. */
    host_id: string | null;
  },
): Promise<StoredPull> {
  const pull = await getOpenPull(tx, input.release_id);
  const { verdict, text, commit, host_id } = input;
  const given = { pull_request_id: pull.id, user_id: actor.id, by_name: actor.name, verdict, text, commit_sha: commit, host_id };
  await insertReviewRow(tx, given);
  await updatePullRow(tx, pull.id, { status: await statusByPresent(tx, await listReviewRows(tx, pull.id)) });
  return getPull(tx, input.release_id);
}

/** The status by the reviews of those who have access. Who reviews on a code host has it there, as the host says. */
async function statusByPresent(handle: Handle, reviews: readonly StoredReview[]): Promise<ReturnType<typeof statusOfReviews>> {
  const staff = new Set((await listActiveUsers(handle, REVIEWER_ROLES)).map(({ id }) => id));
  return statusOfReviews(reviews.filter(({ user_id }) => user_id === null || staff.has(user_id)));
}

/** Updates the open pull requests in which only people who have left ask for changes. Returns them. */
export async function endObjectionsOfLeavers(tx: Tx): Promise<StoredPull[]> {
  const ended: StoredPull[] = [];
  for (const pull of await listOpenPullRows(tx)) {
    if (pull.status !== 'Changes requested') continue;
    const status = await statusByPresent(tx, await listReviewRows(tx, pull.id));
    if (status === pull.status) continue;
    await updatePullRow(tx, pull.id, { status });
    ended.push({ ...pull, status });
  }
  return ended;
}

/**
 * The open pull request of a release, locked for the transaction.
 * @throws AppError `not_found`; `refused` with a text if it is merged or closed.
 */
export async function getOpenPull(tx: Tx, releaseId: number): Promise<StoredPull> {
  const pull = await findPullForUpdate(tx, releaseId);
  if (!pull) throw notFound('pull request');
  requireMove(pull, 'merged');
  return pull;
}

function requireMove(pull: StoredPull, to: PullRequestState): void {
  if (!canMovePullRequest(pull.state, to)) throw refused(`This pull request is already ${pull.state}.`);
}

/** Closes the pull request of a release without merging. @throws AppError `not_found`; `refused` if it isn't open. */
export async function closeLocalPull(tx: Tx, releaseId: number): Promise<StoredPull> {
  const pull = await findPullForUpdate(tx, releaseId);
  if (!pull) throw notFound('pull request');
  requireMove(pull, 'closed');
  await updatePullRow(tx, pull.id, { state: 'closed', status: 'Closed' });
  return getPull(tx, releaseId);
}

/** Marks a pull request as merged, and closes its release. One that is already marked stays as it is: the first record is the right one. */
export async function markPullMerged(tx: Tx, pull: StoredPull, merge: { sha: string; by: string; at: Date }): Promise<void> {
  const known = await findPullForUpdate(tx, pull.release_id);
  if (known?.id !== pull.id || known.state === 'merged') return;
  await closeMergedRelease(tx, pull.release_id);
  await updatePullRow(tx, pull.id, {
    state: 'merged',
    status: 'Merged',
    merge_sha: merge.sha,
    merged_by_name: merge.by,
    merged_at: merge.at,
    is_mergeable: null,
  });
}

/**
 * Updates the row to an external code host's report. Returns it, its previous status, and whether anything changed. A
 * merged one stays merged, whatever a late report says.
 */
export async function storeHostedPull(
  tx: Tx,
  releaseId: number,
  heard: HostedPull,
  actor: Actor | null,
): Promise<{ pull: StoredPull; before: ReviewStatus | null; is_changed: boolean }> {
  await findPullForUpdate(tx, releaseId);
  const known = await findPullRow(tx, { number: heard.number });
  if (known?.state === 'merged' && heard.state !== 'merged') return { pull: known, before: known.status, is_changed: false };
  const reviewsBefore = known ? JSON.stringify(await listReviewRows(tx, known.id)) : '[]';
  const here = known ? (await listReviewRows(tx, known.id)).filter(({ user_id }) => user_id !== null) : [];
  const values = {
    title: heard.title,
    body: heard.body,
    state: heard.state,
    status:
      heard.state === 'merged'
        ? ('Merged' as const)
        : heard.state === 'closed'
          ? ('Closed' as const)
          : stricter(heard.status, await statusByPresent(tx, here)),
    url: heard.url,
    merge_sha: heard.merge_sha,
    merged_by_name: heard.merged_by,
    merged_at: heard.merged_at,
    is_mergeable: heard.is_mergeable,
    opened_by_host_user: heard.opened_by_id,
    // A webhook may have reported it before the reply to the person who opened it here.
    opened_by: known?.opened_by ?? actor?.id ?? null,
  };
  const id =
    known?.id ??
    (await insertPullRow(tx, {
      ...values,
      release_id: releaseId,
      number: heard.number,
      opened_by_name: heard.opened_by,
      opened_at: heard.opened_at,
    }));
  if (known) await updatePullRow(tx, id, values);
  await followState(tx, { id, release_id: releaseId, state: heard.state }, known?.state ?? null);
  await replaceHostedReviews(
    tx,
    id,
    heard.reviews.map((review) => ({
      pull_request_id: id,
      host_id: review.id,
      by_name: review.by,
      host_user: review.by_id,
      verdict: review.verdict,
      text: review.text,
      commit_sha: review.commit,
      created_at: review.at,
    })),
  );
  const commentsBefore = JSON.stringify(await listPullComments(tx, id));
  await replaceHostedComments(tx, id, heard.comments);
  const haveCommentsChanged = JSON.stringify(await listPullComments(tx, id)) !== commentsBefore;
  const pull = await findPullRow(tx, { id });
  if (!pull) throw new Error(`Pull request ${id} is gone.`);
  const is_changed =
    haveCommentsChanged || JSON.stringify(pull) !== JSON.stringify(known) || JSON.stringify(await listReviewRows(tx, id)) !== reviewsBefore;
  return { pull, before: known?.status ?? null, is_changed };
}

/** A merge on the code host closes the release, and a pull request that someone opens there reopens it. Only the newest one counts. */
async function followState(tx: Tx, pull: Pick<StoredPull, 'id' | 'release_id' | 'state'>, before: PullRequestState | null): Promise<void> {
  if (pull.state === before || (await findPull(tx, pull.release_id))?.id !== pull.id) return;
  if (pull.state === 'merged') await closeMergedRelease(tx, pull.release_id);
  if (pull.state === 'open') await reopenReleaseRow(tx, pull.release_id);
}
