import { recordAudit } from '#features/audit/server/index.ts';
import type { NewHostedComment, WrittenReview } from '#features/code-hosts/server/index.ts';
import { findMentioned } from '#features/comments/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { getReviewedRelease } from '#features/releases/server/index.ts';
import { writeCommentBody } from '#platform/content/comment-body.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ReviewVerdict } from '../contract/pull-requests.ts';
import { mayDecide } from '../review.policy.ts';
import { settleRequests } from './ask-reviewers.ts';
import { compareWithMain, type BranchComparison } from './branch-state.ts';
import { callCodeHost } from './call-host.ts';
import { readCommitText } from './commit-files.ts';
import { followReview } from './lesson-review.ts';
import { getMergeRules } from './merge-gate.ts';
import { MESSAGES } from './messages.ts';
import { locateComment } from './pull-comments.ts';
import { listPendingComments, publishPendingComments, type StoredPullComment } from './pulls/pull-comment-queries.ts';
import { listReviewRows as listReviews, type StoredPull, type StoredReview } from './pulls/pull-request-queries.ts';
import { addReview, closeLocalPull, getPull } from './pulls/pull-requests.ts';
import { lastApprovals } from './pulls/review-status.ts';
import { recordReview } from './record-review.ts';
import { syncPullRequest } from './sync-pull-request.ts';

const VERDICTS = { approve: 'approved', 'request-changes': 'requested changes', comment: 'commented' } as const;

/**
 * Approves, requests changes, or comments, and submits the pending comments of this review. The author of a pull request
 * may approve it too, and is shown as such, so that a team of one can publish. On another code host the review is a comment of the product's account, which has no
 * verdict of its own there; the verdict is kept here.
 *
 * @throws AppError `forbidden` for a verdict of an author; `refused` without a text where one is required, if the reviewed commit isn't in the branch, and if it isn't open.
 */
export async function reviewPull(
  platform: Platform,
  actor: Actor,
  releaseId: number,
  review: { verdict: ReviewVerdict; text: string; commit?: string | undefined },
): Promise<StoredPull> {
  if (review.verdict !== 'comment' && !mayDecide(actor)) throw forbidden(MESSAGES.noReviewer);
  const release = await getReviewedRelease(platform.db, releaseId);
  const known = await getPull(platform.db, releaseId);
  const pending = await listPendingComments(platform.db, known.id, actor.id);
  if (review.verdict !== 'approve' && review.text === '' && pending.length === 0) throw refused(MESSAGES.noText);
  const compared = await compareWithMain(platform, release);
  const commit = review.commit ?? compared.head;
  if (!(await platform.git.history.contains(compared.head, commit))) throw refused(MESSAGES.notInBranch);
  const there = await reviewThere(platform, actor, known, { ...review, compared, pending });
  const mentioned = await findMentioned(platform, review.text, ...pending.map(({ text }) => text));
  const needed = (await getMergeRules(platform)).approvals;
  const { pull, lessons } = await platform.db.transaction().execute(async (tx) => {
    const reviewed = await addReview(tx, actor, { release_id: releaseId, ...review, commit, host_id: there?.id ?? null });
    const written = new Map(pending.map(({ id }, index) => [id, there?.comments[index] ?? null]));
    await publishPendingComments(tx, known.id, written);
    const reviews = await listReviews(tx, reviewed.id);
    const given = reviews.findLast(({ user_id }) => user_id === actor.id);
    await settleRequests(tx, releaseId, isApproved(reviews, reviewed, needed) ? null : actor.id);
    await recordReview(tx, platform, actor, reviewed, {
      action: 'review',
      about: `review:${given?.id}`,
      ...review,
      text: review.text || (pending.find(({ text }) => text !== '')?.text ?? ''),
      mentioned,
      details: { verdict: review.verdict, comments: pending.length },
    });
    return { pull: reviewed, lessons: await followReview(tx, releaseId, reviewed.status) };
  });
  publishLessonsChanged(platform, releaseId, lessons);
  return pull;
}

/** Whether others need not review it any more. Whether each approval counts is decided by the merge. */
function isApproved(reviews: readonly StoredReview[], { status, opened_by }: StoredPull, needed: number): boolean {
  const others = lastApprovals(reviews).filter(({ user_id }) => user_id === null || user_id !== opened_by);
  return status === 'Approved' && others.length >= Math.max(1, needed);
}

/** Writes the review with its comments on its code host, if that is another one. Returns their ids there. */
async function reviewThere(
  { codeHost: { pulls }, git }: Platform,
  { name }: Actor,
  { number, state }: StoredPull,
  {
    verdict,
    text,
    compared: { base, head },
    pending,
  }: { verdict: ReviewVerdict; text: string; compared: BranchComparison; pending: readonly StoredPullComment[] },
): Promise<WrittenReview | null> {
  if (pulls === null || state !== 'open') return null;
  const comments: NewHostedComment[] = [];
  for (const row of pending) {
    const { path, side, quote, text: said, suggestion } = row;
    const at = { commit: side === 'after' ? head : base, origin: row.commit_sha };
    const { lines } = await locateComment(row, at, (commit, file) => readCommitText(git, commit, file));
    const body = writeCommentBody({ by: name, quote, text: said, suggestion });
    comments.push({ path, side, lines, commit: head, body, reply_to: null });
  }
  const body = writeCommentBody({ by: `${name} ${VERDICTS[verdict]}`, quote: '', text, suggestion: null });
  return callCodeHost(() => pulls.review(number, { head_sha: head, body, comments }));
}

/** Closes the pull request of a release without merging. @throws AppError `refused` if it isn't open. */
export async function closePull(platform: Platform, actor: Actor, releaseId: number): Promise<StoredPull> {
  await getReviewedRelease(platform.db, releaseId);
  const known = await getPull(platform.db, releaseId);
  const audit = { actor, action: 'pull-request.close', subject: `release:${releaseId}`, details: { number: known.number } } as const;
  const { pulls } = platform.codeHost;
  if (pulls !== null) {
    await syncPullRequest(platform, await callCodeHost(() => pulls.close(known.number)), { audit });
    return getPull(platform.db, releaseId);
  }
  const { pull, lessons } = await platform.db.transaction().execute(async (tx) => {
    const closed = await closeLocalPull(tx, releaseId);
    await recordAudit(tx, audit);
    return { pull: closed, lessons: await followReview(tx, releaseId, 'Closed') };
  });
  publishLessonsChanged(platform, releaseId, lessons);
  return pull;
}
