import { displayName } from '#features/accounts/server/index.ts';
import { countOpenChanges } from '#features/changes/server/index.ts';
import { type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PullRequest, ReviewStatus } from '../contract/pull-requests.ts';
import type { MergeGate } from '../merge-gate.policy.ts';
import { countIn, judgeApprovals, type Approvals } from './approvals.ts';
import { findAudience } from './ask-reviewers.ts';
import { compareFromCache } from './branch-state.ts';
import { judgeLessons } from './judge-lessons.ts';
import { getMergeGate } from './merge-gate.ts';
import { listNumberClashes } from './number-clashes.ts';
import type { StoredPull, StoredReview } from './pulls/pull-request-queries.ts';
import { findPull, pullUrl } from './pulls/pull-requests.ts';
import { describeChanges } from './release-changes.ts';
import { hasLeft, recognizeReviewers } from './reviewers.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** Most commits that are listed. */
const COMMITS_MAX = 250;

/**
 * Returns the newest pull request of a release as the page shows it; null if there is none yet. @throws AppError
 * `not_found`, `unavailable`
 */
export async function getPullRequest(platform: Deps, actor: Actor, releaseId: number): Promise<PullRequest | null> {
  const release = await getReleaseFor(platform.db, actor, releaseId);
  const pull = await findPull(platform.db, releaseId);
  return pull ? describePull(platform, actor, release, pull) : null;
}

async function describePull(platform: Deps, actor: Actor, release: StoredRelease, pull: StoredPull): Promise<PullRequest> {
  const { db, git, codeHost } = platform;
  // Counted before the commits are read: with 0, they include every save, and pages stop asking.
  const unpushed = await countOpenChanges(db, release.id);
  const compared = await compareFromCache(platform, release, pull);
  const isOpen = pull.state === 'open';
  const conflicts = isOpen ? await git.findConflicts(compared.main, compared.head) : [];
  const commits = await git.history.listCommits({ since: compared.main, until: compared.head, limit: COMMITS_MAX });
  const approvals = isOpen ? await judgeApprovals(platform, { release, pull }, compared) : null;
  const { reviews, staff, opener } = approvals ?? (await recognizeReviewers(platform, pull));
  const { requests, groups, followers } = await findAudience(db, pull.id);
  const judged = isOpen ? await judgeLessons(platform, release, compared, null) : null;
  const content = await describeChanges(platform, release, compared, judged?.warnings);
  const gate =
    approvals &&
    judged &&
    (await getMergeGate(
      platform,
      { pull },
      {
        judged,
        approvals,
        curricula: content.curricula,
        clashes: isOpen ? await listNumberClashes(platform, release, compared) : [],
      },
    ));
  return {
    release_id: release.id,
    release_name: release.name,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    status: gate && approvals ? statusNow(gate, approvals) : pull.status,
    url: pullUrl(pull),
    is_local: codeHost.pulls === null,
    is_mergeable: isOpen ? conflicts.length === 0 && pull.is_mergeable !== false : null,
    conflicts: [...conflicts],
    opened_by: pull.opened_by_name,
    is_own: opener === actor.id,
    opened_at: pull.opened_at.toISOString(),
    merged_by: pull.merged_by_name,
    merged_at: pull.merged_at?.toISOString() ?? null,
    reviews: reviews.map((review) => ({
      ...judgedOf(approvals, review),
      is_own: review.user_id === actor.id,
      by: review.by_name,
      verdict: review.verdict,
      text: review.text,
      at: review.created_at.toISOString(),
      commit: review.commit_sha,
      has_left: hasLeft(review, staff),
      is_outdated: review.commit_sha !== null && review.commit_sha !== compared.head,
    })),
    reviewers: requests.flatMap(({ user_id, asked_at, group_id }) => {
      const user = staff.find(({ id }) => id === user_id);
      const last = reviews.findLast((review) => review.user_id === user_id && review.created_at >= asked_at);
      return user === undefined
        ? []
        : [
            {
              id: user_id,
              name: displayName(user),
              asked_at: asked_at.toISOString(),
              verdict: last?.verdict ?? null,
              is_own: user_id === actor.id,
              group: groups.get(group_id ?? 0) ?? null,
            },
          ];
    }),
    is_following: followers.includes(actor.id),
    commits: commits.map(({ at, ...commit }) => ({ ...commit, at: at.toISOString() })),
    ...content,
    unpushed,
    gate,
  };
}

/** A verdict of someone who has left, and an approval of an earlier state, is history. One that isn't needed may be by anyone. */
function statusNow(gate: MergeGate, approvals: Approvals): ReviewStatus {
  if (approvals.objectors.length > 0) return 'Changes requested';
  const isByOthers = gate.approvals_given > 0;
  const isByAnyone = (['opener', 'writer', 'no-account'] as const).some((state) => countIn(approvals, state) > 0);
  return isByOthers || (gate.approvals_needed === 0 && isByAnyone) ? 'Approved' : 'In review';
}

function judgedOf(approvals: Approvals | null, { id }: StoredReview): Pick<PullRequest['reviews'][number], 'approval' | 'changes_since'> {
  const judged = approvals?.judged.find(({ review }) => review.id === id);
  return { approval: judged?.state ?? null, changes_since: judged?.changes_since ?? 0 };
}
