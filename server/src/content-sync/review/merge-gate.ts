import { approvalsNeeded, mergeObstacles, type MergeGate, type MergeRules } from '#contract/merge-gate.policy.ts';
import { readMergeRules, SETTINGS_FILE } from '#content/repository-settings.ts';
import { listOpenMandatoryRows as listOpenMandatory } from '#server/lessons/index.ts';
import { refused, unavailable } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countApprovals, listReviewRows as listReviews, type StoredPull } from '#server/releases/index.ts';
import { listActiveUsers } from '#server/accounts/index.ts';
import { MESSAGES } from './messages.ts';

type Parts = Pick<Platform, 'db' | 'git'>;

/**
 * The rules for merging into main. They are read from main, so that a branch can't lower what its own merge needs.
 * @throws AppError `unavailable` when there is no main.
 */
export async function getMergeRules({ git }: Pick<Platform, 'git'>): Promise<MergeRules> {
  const main = await git.head(git.mainBranch);
  if (main === null) throw unavailable(MESSAGES.noMain);
  return readMergeRules(await git.readRootFile(main, SETTINGS_FILE));
}

/** What the merge of an open pull request needs, and what it has of that. @throws AppError `unavailable` when there is no main */
export async function getMergeGate(platform: Parts, pull: StoredPull): Promise<MergeGate> {
  const { db } = platform;
  const rules = await getMergeRules(platform);
  const staff = (await listActiveUsers(db, ['owner', 'staff'])).filter(({ name }) => name !== null);
  const author = { id: pull.opened_by, name: pull.opened_by_name };
  return {
    approvals_needed: approvalsNeeded(
      rules,
      staff.map(({ id }) => id),
      author.id,
    ),
    approvals_given: countApprovals(await listReviews(db, pull.id), author),
    open_comments: await listOpenMandatory(db, pull.release_id),
  };
}

/** @throws AppError `refused` with everything that the merge still needs; `unavailable` when there is no main. */
export async function requireMergeable(platform: Parts, pull: StoredPull): Promise<void> {
  const obstacles = mergeObstacles(await getMergeGate(platform, pull));
  if (obstacles.length > 0) throw refused(obstacles.join('\n'));
}
