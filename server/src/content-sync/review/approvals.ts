import { approvalState, type ApprovalState } from '#contract/merge-gate.policy.ts';
import { listActiveUsers, type User } from '#server/accounts/index.ts';
import { listPushers } from '#server/audit/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  CHANGE_TRAILER,
  lastApprovals,
  listReviewRows,
  listSavers,
  type StoredPull,
  type StoredRelease,
  type StoredReview,
} from '#server/releases/index.ts';
import type { Comparison } from './branch-state.ts';

type Deps = Pick<Platform, 'db' | 'git'>;

interface JudgedApproval {
  readonly review: StoredReview;
  readonly state: ApprovalState;
  /** The number of commits that changed content since; 0 unless it is outdated. */
  readonly changes_since: number;
}

/** Which approvals of an open pull request count for the compared commits, and who may give one. */
export interface Approvals {
  /** Each reviewer's last verdict, if it is an approval. */
  readonly judged: readonly JudgedApproval[];
  readonly staff: readonly User[];
  /** Those on staff who neither opened it nor changed something in it. */
  readonly approvers: number;
}

/** What is under review. */
export interface Reviewed {
  readonly release: StoredRelease;
  readonly pull: StoredPull;
}

/** Judges the approvals of an open pull request. Reviewers on an external code host are known by their name there only. */
export async function judgeApprovals(deps: Deps, { release, pull }: Reviewed, compared: Comparison): Promise<Approvals> {
  const { db, git } = deps;
  const staff = (await listActiveUsers(db, ['owner', 'staff'])).filter(({ name }) => name !== null);
  const isWriter = await findWriters(deps, release, compared);
  const judged: JudgedApproval[] = [];
  for (const review of lastApprovals(await listReviewRows(db, pull.id))) {
    const user = staff.find(({ id }) => id === review.user_id);
    const seen = { approved: review.commit_sha ?? '', head: compared.head, main: compared.main };
    const isKnown = review.commit_sha !== null && (review.commit_sha === compared.head || (await git.hasCommit(review.commit_sha)));
    const state = approvalState({
      is_opener: review.user_id === null ? review.by_name === pull.opened_by_name : review.user_id === pull.opened_by,
      is_writer: user !== undefined && isWriter(user),
      has_access: review.user_id === null || user !== undefined,
      is_current: isKnown && (await git.history.isSameChange(seen)),
    });
    const changes_since = state === 'outdated' && isKnown ? await git.history.countChangesSince(seen) : 0;
    judged.push({ review, state, changes_since });
  }
  return { judged, staff, approvers: staff.filter((user) => user.id !== pull.opened_by && !isWriter(user)).length };
}

/** Tells who changed something in a release: by their saves, their pushes, and the addresses in its commits. */
async function findWriters({ db, git }: Deps, { id: release_id, branch_name }: StoredRelease, compared: Comparison) {
  const { emails, commits, changeIds } = await git.history.listWriters({ ...compared, trailer: CHANGE_TRAILER });
  const writers = await listPushers(db, branch_name);
  for (const id of await listSavers(db, { release_id, uuids: changeIds, commits })) writers.add(id);
  return ({ id, email }: User): boolean => writers.has(id) || emails.has(email.toLowerCase());
}

/** How many of the approvals are in a state. */
export function countIn({ judged }: Pick<Approvals, 'judged'>, wanted: ApprovalState): number {
  return judged.filter(({ state }) => state === wanted).length;
}
