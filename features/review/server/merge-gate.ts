import { listOpenMandatoryRows as listOpenMandatory } from '#features/comments/server/index.ts';
import { SETTINGS_FILE } from '#features/git/rules/content-roots.ts';
import { countErrors } from '#features/preflight/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import { judgeTests } from '#features/tests/server/index.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION, type Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { approvalsNeeded, mergeObstacles, type MergeGate, type MergeRules } from '../merge-gate.policy.ts';
import { readMergeRules } from '../rules/repository-settings.ts';
import { countIn, judgeApprovals, type Approvals, type Reviewed } from './approvals.ts';
import { changedLessonFolders, type BranchComparison } from './branch-state.ts';
import { MESSAGES } from './messages.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/**
 * Reads the merge rules from main, so that a branch can't lower the requirements of its own merge.
 * @throws AppError `unavailable` if main doesn't exist.
 */
export async function getMergeRules({ git }: Pick<Platform, 'git'>): Promise<MergeRules> {
  const main = await git.head(git.mainBranch);
  if (main === null) throw unavailable(MESSAGES.noMain);
  return readMergeRules(await git.readRootFile(main, SETTINGS_FILE));
}

/**
 * What an open pull request needs to be merged, and what it has.
 *
 * @param operation Null: preflight doesn't wait for many changed lessons.
 * @throws AppError `unavailable` if main doesn't exist.
 */
export async function getMergeGate(
  platform: Deps,
  { release, pull }: Reviewed,
  { compared, approvals }: { compared: BranchComparison; approvals: Approvals },
  operation: Operation | null = null,
): Promise<MergeGate> {
  const { db } = platform;
  const rules = await getMergeRules(platform);
  const staff = approvals.staff.map(({ id }) => id);
  return {
    approvals_needed: approvalsNeeded(rules, staff, approvals.opener),
    approvals_given: countIn(approvals, 'counts'),
    approvals_outdated: countIn(approvals, 'outdated'),
    approvals_unknown: countIn(approvals, 'no-account'),
    approvers: approvals.approvers,
    open_comments: await listOpenMandatory(db, pull.release_id),
    ...(await judgeLessons(platform, release, compared, operation)),
  };
}

/** What tests and preflight say of the lessons that the merge publishes; others stay as they are. */
async function judgeLessons(
  platform: Deps,
  release: StoredRelease,
  compared: BranchComparison,
  operation: Operation | null,
): Promise<Pick<MergeGate, 'tests' | 'failing_tests' | 'preflight'>> {
  const { db } = platform;
  const folders = new Set(await changedLessonFolders(platform, compared));
  const { failing, ...tests } = await judgeTests(db, release.id, folders);
  const preflight = await countErrors(platform, release, folders, operation);
  return { tests, failing_tests: failing, preflight: { ...preflight, is_required: release.preflight_required } };
}

/**
 * Checks that the compared commits may be merged.
 *
 * @param isAnyway A reason was given to publish lessons that couldn't be deployed.
 * @throws AppError `refused` with everything the merge still needs; `unavailable` if main doesn't exist.
 */
export async function requireMergeable(platform: Deps, reviewed: Reviewed, compared: BranchComparison, isAnyway: boolean): Promise<void> {
  const approvals = await judgeApprovals(platform, reviewed, compared);
  const obstacles = mergeObstacles(await getMergeGate(platform, reviewed, { compared, approvals }, NO_OPERATION), isAnyway);
  if (obstacles.length > 0) throw refused(obstacles.join('\n'));
}
