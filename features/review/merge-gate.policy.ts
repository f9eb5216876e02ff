import { z } from 'zod';
import type { InstallationRules } from '#features/accounts/contract/rules.ts';
import { OpenComment } from '#features/comments/contract.ts';
import { counted } from '#platform/contract/counted.ts';

/** Approvals that a merge needs if the content repository doesn't specify a number. */
export const APPROVALS_DEFAULT = 1;

/** The rules for merging into main: those of `.lessonwright.yaml` on main, and those of the installation. */
export const MergeRules = z.object({
  /** Required approvals, by people with no part in it. */
  approvals: z.number().int(),
  /** False: the file doesn't specify it, and the default applies. */
  is_set: z.boolean(),
  /** Why the file can't be used; null: it is valid. */
  problem: z.string().nullable(),
});
export type MergeRules = z.infer<typeof MergeRules>;

/** A test of a changed lesson whose last run didn't give the expected result. */
const FailingTest = z.object({
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  /** Empty: the answer, which must pass the screen's own checks. */
  description: z.string(),
});
export type FailingTest = z.infer<typeof FailingTest>;

/**
 * Whether an approval counts, and if not, why. `writer`: they changed something in it. `no-account`: it was given on the code host by an
 * account that no user signs in with here. `outdated`: a lesson, course or path of the release has changed since.
 */
export const ApprovalState = z.enum(['counts', 'opener', 'writer', 'no-account', 'no-access', 'outdated']);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** The requirements of a pull request before it can be merged. */
export const MergeGate = z.object({
  approvals_needed: z.number().int(),
  /** Those that count. */
  approvals_given: z.number().int(),
  /** Those that would count if nothing had changed since. */
  approvals_outdated: z.number().int(),
  /** Those that were given on the code host by accounts that no user signs in with here. */
  approvals_unknown: z.number().int(),
  /** How many on staff neither opened it nor changed something in it. */
  approvers: z.number().int(),
  open_comments: z.array(OpenComment),
  failing_tests: z.array(FailingTest),
  /** The tests of the lessons that the merge publishes, with the answers, which must pass their own checks. */
  tests: z.object({
    total: z.number().int(),
    /** Never ran, or something that the result depends on has changed since. */
    not_run: z.number().int(),
    /** A rule of the installation: all must have run. */
    is_required: z.boolean(),
  }),
  /** What preflight finds in the lessons that the merge publishes. */
  preflight: z.object({
    errors: z.number().int(),
    /** How many of the errors also prevent the lesson from being deployed. */
    deploy_errors: z.number().int(),
    /** Lessons that it hasn't checked since they changed. */
    unchecked: z.number().int(),
    /** The release's setting, or a rule of the installation: no error may be left. */
    is_required: z.boolean(),
  }),
  /** Sentences about courses and paths that would have holes: a number in their lists stands for nothing. */
  broken_curricula: z.array(z.string()),
  /** Sentences about lessons, courses and paths whose number another one on main has. */
  number_clashes: z.array(z.string()),
});
export type MergeGate = z.infer<typeof MergeGate>;

/** The reason for a merge although lessons couldn't be deployed. It is in the audit trail. */
export const MergeAnyway = z.string().trim().min(1, 'Enter a reason.').max(2_000);

/** The rules of the repository's file with those of the installation. The stricter number counts, so that nobody but owners lowers it. */
export function withInstallationRules(file: MergeRules, installation: Pick<InstallationRules, 'approvals'>): MergeRules {
  if (installation.approvals === null) return file;
  return { ...file, approvals: file.is_set ? Math.max(file.approvals, installation.approvals) : installation.approvals };
}

/**
 * Number of approvals that a merge needs: as required by the rules, but at most the number of other staff, and none if only one
 * person is on staff.
 *
 * @param staff ids of everyone on staff with access
 * @param author who opened the pull request; null: someone without an account here
 */
export function approvalsNeeded(rules: Pick<MergeRules, 'approvals'>, staff: readonly number[], author: number | null): number {
  if (staff.length <= 1) return 0;
  return Math.min(rules.approvals, staff.filter((id) => id !== author).length);
}

interface ApprovalFacts {
  readonly is_opener: boolean;
  /** They wrote, committed or pushed a change of a lesson, course or path in it. */
  readonly is_writer: boolean;
  /** Somebody here gave it. An account on a code host may be a second one of an author. */
  readonly has_account: boolean;
  readonly has_access: boolean;
  /** The changes of the release are those that the approval saw. */
  readonly is_current: boolean;
}

/** An approval is of a state, by someone who has no part in it. */
export function approvalState({ is_opener, is_writer, has_account, has_access, is_current }: ApprovalFacts): ApprovalState {
  if (!has_access) return 'no-access';
  if (is_opener) return 'opener';
  if (!has_account) return 'no-account';
  if (is_writer) return 'writer';
  return is_current ? 'counts' : 'outdated';
}

/**
 * What prevents a release from being merged: one sentence per reason, with what to do about it.
 *
 * @param isAnyway Someone on staff gave a reason to publish lessons that couldn't be deployed.
 */
export function mergeObstacles(gate: MergeGate, isAnyway = false): string[] {
  return [
    ...gate.number_clashes,
    ...gate.open_comments.map(openCommentText),
    ...gate.failing_tests.map(failingTestText),
    ...testObstacles(gate.tests),
    ...reasonObstacles(gate, isAnyway),
    ...approvalObstacles(gate),
  ];
}

function testObstacles({ total, not_run, is_required }: MergeGate['tests']): string[] {
  if (!is_required || not_run === 0) return [];
  return [`All tests must have run before the merge, but ${not_run} of ${counted(total, 'test')} did not. Run them with Test release.`];
}

/** An account there could be a second one of an author. */
const UNKNOWN_APPROVALS =
  'Approvals on the code host count from accounts with which people sign in here. Others can approve here, or sign in with that account once.';

function approvalObstacles({ approvals_needed, approvals_given, approvals_outdated, approvals_unknown, approvers }: MergeGate): string[] {
  const missing = approvals_needed - approvals_given;
  if (missing <= 0) return [];
  const noun = approvals_given > 0 ? 'more approval' : 'approval';
  const needed = `Merging needs ${counted(missing, noun)} by someone who neither opened this nor changed anything in it.`;
  if (approvers < approvals_needed)
    return [
      `${needed} Too few on staff are left. Invite another person, or lower the approvals, under Rules or in .lessonwright.yaml on main.`,
    ];
  const given = approvals_outdated === 1 ? 'was' : 'were';
  const outdated = `${counted(approvals_outdated, 'approval')} ${given} given before the latest changes.`;
  return [[needed, ...(approvals_outdated > 0 ? [outdated] : []), ...(approvals_unknown > 0 ? [UNKNOWN_APPROVALS] : [])].join(' ')];
}

/** What needs a reason to merge anyway, or holds up the merge where preflight must pass. */
export function reasonObstacles({ preflight, broken_curricula }: MergeGate, isAnyway = false): string[] {
  return [...preflightObstacles(preflight, isAnyway), ...(isAnyway ? [] : broken_curricula)];
}

/** Why a preflight that must pass doesn't, or which of its errors need a reason to merge anyway. */
export function preflightObstacles({ errors, deploy_errors, unchecked, is_required }: MergeGate['preflight'], isAnyway = false): string[] {
  if (!is_required) return deploy_errors > 0 && !isAnyway ? [deployErrorsText(deploy_errors)] : [];
  return [
    ...(errors > 0 ? [`Preflight must pass before the merge, but it found ${counted(errors, 'error')}. Fix or accept each of them.`] : []),
    ...(unchecked > 0 ? [`Preflight must pass before the merge, but it hasn’t checked ${counted(unchecked, 'lesson')} yet.`] : []),
  ];
}

/** Says that lessons can't be deployed as they are. */
export function deployErrorsText(errors: number): string {
  const problems = errors === 1 ? '1 problem prevents lessons' : `${errors} problems prevent lessons`;
  return `${problems} of this release from being deployed. Fix or accept ${errors === 1 ? 'it' : 'each of them'}, or merge anyway and give a reason.`;
}

/** Names a failing test. */
export function failingTestText({ lesson_sequence, screen_sequence, description }: FailingTest): string {
  const test = description === '' ? 'the answer fails its own checks' : `the test “${description}” fails`;
  return `Lesson ${lesson_sequence}, screen ${screen_sequence}: ${test}. Fix the screen or the test and run it again.`;
}

/** Names an open mandatory comment and who can settle it. */
export function openCommentText({ lesson_sequence, screen_sequence, by, has_left }: OpenComment): string {
  const location = `Lesson ${lesson_sequence}, screen ${screen_sequence}`;
  return has_left
    ? `${location}: a mandatory comment by ${by}, who has left, is open. Anyone on staff can approve or archive it.`
    : `${location}: a mandatory comment by ${by} is open. ${by} can approve or archive it.`;
}
