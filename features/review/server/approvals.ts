import type { User } from '#features/accounts/server/index.ts';
import { listPushers } from '#features/audit/server/index.ts';
import { CHANGE_TRAILER, listSavers } from '#features/changes/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { approvalState, type ApprovalState } from '../merge-gate.policy.ts';
import type { BranchComparison } from './branch-state.ts';
import { usersOfAddresses } from './commit-addresses.ts';
import type { StoredPull, StoredReview } from './pulls/pull-request-queries.ts';
import { lastApprovals } from './pulls/review-status.ts';
import { hasLeft, recognizeReviewers, type Reviewers } from './reviewers.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

interface JudgedApproval {
  readonly review: StoredReview;
  readonly state: ApprovalState;
  /** The number of commits that changed content since; 0 unless it is outdated. */
  readonly changes_since: number;
}

/** Which approvals of an open pull request count for the compared commits, and who may give one. */
export interface Approvals extends Reviewers {
  /** Each reviewer's last verdict, if it is an approval. */
  readonly judged: readonly JudgedApproval[];
  /** Those on staff who neither opened it nor changed something in it. */
  readonly approvers: number;
}

/** What is under review. */
export interface Reviewed {
  readonly release: StoredRelease;
  readonly pull: StoredPull;
}

/** Judges the approvals of an open pull request. */
export async function judgeApprovals(deps: Deps, { release, pull }: Reviewed, compared: BranchComparison): Promise<Approvals> {
  const { git } = deps;
  const reviewers = await recognizeReviewers(deps, pull);
  const { reviews, opener, staff } = reviewers;
  const isWriter = await findWriters(deps, release, compared, staff);
  const judged: JudgedApproval[] = [];
  for (const review of lastApprovals(reviews)) {
    const user = staff.find(({ id }) => id === review.user_id);
    const seen = { approved: review.commit_sha ?? '', head: compared.head, main: compared.main };
    const isKnown = review.commit_sha !== null && (review.commit_sha === compared.head || (await git.hasCommit(review.commit_sha)));
    const state = approvalState({
      is_opener: review.user_id === null ? review.by_name === pull.opened_by_name : review.user_id === opener,
      is_writer: user !== undefined && isWriter(user),
      has_account: review.user_id !== null,
      has_access: !hasLeft(review, staff),
      is_current: isKnown && (await git.history.isSameChange(seen)),
    });
    const changes_since = state === 'outdated' && isKnown ? await git.history.countChangesSince(seen) : 0;
    judged.push({ review, state, changes_since });
  }
  return { ...reviewers, judged, approvers: staff.filter((user) => user.id !== opener && !isWriter(user)).length };
}

/** Tells who changed something in a release: by their saves, their pushes, and the addresses in its commits. */
async function findWriters(deps: Deps, { id: release_id, branch_name }: StoredRelease, compared: BranchComparison, staff: readonly User[]) {
  const { db, git } = deps;
  const { emails, commits, changeIds } = await git.history.listWriters({ ...compared, trailer: CHANGE_TRAILER });
  const writers = await listPushers(db, branch_name);
  for (const id of await listSavers(db, { release_id, uuids: changeIds, commits })) writers.add(id);
  for (const id of await usersOfAddresses(deps, staff, emails)) writers.add(id);
  return ({ id }: User): boolean => writers.has(id);
}

/** How many of the approvals are in a state. */
export function countIn({ judged }: Pick<Approvals, 'judged'>, wanted: ApprovalState): number {
  return judged.filter(({ state }) => state === wanted).length;
}
