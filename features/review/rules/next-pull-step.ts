import type { MergeGate } from '../merge-gate.policy.ts';

/** What the reader of an open pull request can do next on its page. */
export type PullStep = 'preflight' | 'tests' | 'ask' | 'approve';

interface PullWork {
  readonly gate: Pick<MergeGate, 'approvals_needed' | 'approvals_given' | 'failing_tests' | 'tests' | 'preflight'>;
  /** External authors only read pull requests. */
  readonly isStaff: boolean;
  /** The reader opened it. */
  readonly isOwn: boolean;
  readonly isMergeable: boolean;
  readonly reviewers: number;
}

/**
 * First what its author has to fix, then the approvals. Null: it can be merged, or the next step is for others.
 */
export function nextPullStep({ gate, isStaff, isOwn, isMergeable, reviewers }: PullWork): PullStep | null {
  if (isMergeable || !isStaff) return null;
  const { preflight, tests, failing_tests, approvals_given, approvals_needed } = gate;
  if (isOwn && preflight.errors > 0) return 'preflight';
  if (isOwn && (failing_tests.length > 0 || (tests.is_required && tests.not_run > 0))) return 'tests';
  if (approvals_given >= approvals_needed) return null;
  if (!isOwn) return 'approve';
  return reviewers === 0 ? 'ask' : null;
}
