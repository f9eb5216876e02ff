import { IconAlertCircle, IconCircleCheck, IconClock, IconHelpCircle, IconPoint } from '@tabler/icons-react';
import { counted } from '#platform/contract/counted.ts';
import type { PullRequest } from '../contract/pull-requests.ts';
import { mergeObstacles, type MergeGate } from '../merge-gate.policy.ts';
import classes from './pull-requests.module.css';

/** Whether nothing that the page knows of holds up the merge, other than what a reason overrides. The server checks again. */
export function isMergeable(pull: PullRequest): boolean {
  const isHeldUp = pull.gate !== null && mergeObstacles(pull.gate, true).length > 0;
  return pull.conflicts.length === 0 && pull.is_mergeable !== false && pull.status !== 'Changes requested' && !isHeldUp;
}

const STATES = {
  ok: { icon: IconCircleCheck, label: 'Passed' },
  missing: { icon: IconAlertCircle, label: 'Missing' },
  unknown: { icon: IconHelpCircle, label: 'Not known' },
  waiting: { icon: IconClock, label: 'Waiting' },
  note: { icon: IconPoint, label: 'Note' },
} as const;

interface Check {
  readonly state: keyof typeof STATES;
  readonly text: string;
}

/** What a merge needs, and what of it there is. */
export function Checks({ pull, gate, openThreads }: { pull: PullRequest; gate: MergeGate; openThreads: number }) {
  return (
    <ul className={classes.checks}>
      {checksOf(pull, gate, openThreads).map(({ state, text }) => {
        const { icon: Icon, label } = STATES[state];
        return (
          <li key={text} data-state={state}>
            <Icon size={16} role="img" aria-label={label} />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

function checksOf(pull: PullRequest, gate: MergeGate, openThreads: number): Check[] {
  const { approvals_needed: needed, approvals_given: given, open_comments, preflight } = gate;
  const conflicts = pull.conflicts.length;
  return [
    {
      state: given >= needed ? 'ok' : 'missing',
      text: needed === 0 ? 'No approval needed' : `${given} of ${counted(needed, 'approval')}`,
    },
    ...(pull.status === 'Changes requested' ? [{ state: 'missing' as const, text: 'Changes requested' }] : []),
    {
      state: open_comments.length === 0 ? 'ok' : 'missing',
      text: open_comments.length === 0 ? 'No open mandatory comments' : counted(open_comments.length, 'open mandatory comment'),
    },
    ...testChecks(gate),
    preflightCheck(preflight),
    ...(gate.broken_curricula.length > 0
      ? [
          {
            state: 'missing' as const,
            text: counted(gate.broken_curricula.length, 'missing lesson or course', 'missing lessons or courses'),
          },
        ]
      : []),
    {
      state: conflicts === 0 && pull.is_mergeable !== false ? 'ok' : 'missing',
      text:
        conflicts === 0
          ? pull.is_mergeable === false
            ? 'Not mergeable on the code host'
            : 'No conflicts with main'
          : counted(conflicts, 'conflict'),
    },
    ...(pull.unpushed > 0 ? [{ state: 'waiting' as const, text: `${counted(pull.unpushed, 'save')} being pushed` }] : []),
    // They don't hold up a merge.
    ...(openThreads > 0
      ? [{ state: 'note' as const, text: counted(openThreads, 'open comment on the changes', 'open comments on the changes') }]
      : []),
  ];
}

/** What didn't run has not passed. */
function testChecks({ failing_tests, tests: { total, not_run, is_required } }: Pick<MergeGate, 'failing_tests' | 'tests'>): Check[] {
  const failing = failing_tests.length;
  if (total === 0) return [{ state: 'note', text: 'No tests' }];
  if (failing + not_run === 0) return [{ state: 'ok', text: `${counted(total, 'test')} passed` }];
  return [
    ...(failing > 0 ? [{ state: 'missing' as const, text: counted(failing, 'failing test') }] : []),
    ...(not_run > 0
      ? [{ state: is_required ? ('missing' as const) : ('unknown' as const), text: `${not_run} of ${counted(total, 'test')} not run` }]
      : []),
  ];
}

function preflightCheck({ errors, unchecked }: MergeGate['preflight']): Check {
  if (errors > 0) return { state: 'missing', text: `Preflight: ${counted(errors, 'error')}` };
  return unchecked > 0
    ? { state: 'unknown', text: `Preflight: ${counted(unchecked, 'lesson')} not checked yet` }
    : { state: 'ok', text: 'Preflight passed' };
}
