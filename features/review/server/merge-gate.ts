import { getInstallationRules } from '#features/accounts/server/index.ts';
import { listOpenMandatoryRows as listOpenMandatory } from '#features/comments/server/index.ts';
import { SETTINGS_FILE } from '#features/git/rules/content-roots.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type ChangedCurriculum, curriculumObstacles } from '../changed-curriculum.policy.ts';
import { approvalsNeeded, mergeObstacles, type MergeGate, type MergeRules, withInstallationRules } from '../merge-gate.policy.ts';
import { readMergeRules } from '../rules/repository-settings.ts';
import { countIn, judgeApprovals, type Approvals, type Reviewed } from './approvals.ts';
import type { BranchComparison } from './branch-state.ts';
import { describeCurricula } from './changed-curricula.ts';
import { judgeLessons, type JudgedLessons } from './judge-lessons.ts';
import { MESSAGES } from './messages.ts';
import { listNumberClashes } from './number-clashes.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/**
 * Reads the merge rules: from main, so that a branch can't lower the requirements of its own merge, and those of the installation.
 * @throws AppError `unavailable` if main doesn't exist.
 */
export async function getMergeRules({ db, git }: Pick<Platform, 'db' | 'git'>): Promise<MergeRules> {
  const main = await git.head(git.mainBranch);
  if (main === null) throw unavailable(MESSAGES.noMain);
  return withInstallationRules(readMergeRules(await git.readRootFile(main, SETTINGS_FILE)), await getInstallationRules(db));
}

interface GateFacts {
  readonly judged: JudgedLessons;
  readonly approvals: Approvals;
  readonly curricula: readonly ChangedCurriculum[];
  /** Sentences ({@link listNumberClashes}). */
  readonly clashes: readonly string[];
}

/**
 * What an open pull request needs to be merged, and what it has.
 *
 * @throws AppError `unavailable` if main doesn't exist.
 */
export async function getMergeGate(
  platform: Deps,
  { pull }: Pick<Reviewed, 'pull'>,
  { judged, approvals, curricula, clashes }: GateFacts,
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
    ...judged.gate,
    broken_curricula: curriculumObstacles(curricula),
    number_clashes: [...clashes],
  };
}

/**
 * Checks that the compared commits may be merged.
 *
 * @param isAnyway A reason was given to publish lessons that couldn't be deployed.
 * @throws AppError `refused` with everything the merge still needs; `unavailable` if main doesn't exist.
 */
export async function requireMergeable(platform: Deps, reviewed: Reviewed, compared: BranchComparison, isAnyway: boolean): Promise<void> {
  const approvals = await judgeApprovals(platform, reviewed, compared);
  const judged = await judgeLessons(platform, reviewed.release, compared, NO_OPERATION);
  const curricula = await describeCurricula(platform, reviewed.release, compared);
  const clashes = await listNumberClashes(platform, reviewed.release, compared);
  const obstacles = mergeObstacles(await getMergeGate(platform, reviewed, { judged, approvals, curricula, clashes }), isAnyway);
  if (obstacles.length > 0) throw refused(obstacles.join('\n'));
}
