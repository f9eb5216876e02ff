import { LATEST_RANKS, type MainState } from '#features/releases/main-state.policy.ts';
import { reviewStep } from '#features/releases/review-step.policy.ts';
import { counted } from '#platform/contract/counted.ts';
import type { LessonTab } from './lesson-search.ts';

/** Where a step is taken: a tab of the lesson, a page of it, or the pull request of its release. */
export type StepPlace = LessonTab | 'preflight' | 'comments' | 'proposals' | 'pull';

/** A step on the way of a lesson to its learners. */
export interface Step {
  /** `waiting`: somebody else, or the server, is at it. */
  readonly state: 'open' | 'waiting' | 'done';
  readonly text: string;
  readonly place: StepPlace;
}

/** What is known of a lesson so far; null: not known, or it has none. */
export interface KnownWork {
  readonly mainState: MainState;
  readonly reviewStatus: string | null;
  readonly screens: number | null;
  /** Preflight may take longer than the rest. */
  readonly findings: { readonly error: number; readonly warning: number } | 'loading' | null;
  readonly comments: { readonly open: number; readonly mandatory: number } | null;
  /** Proposals that wait for a decision. */
  readonly proposals: number | null;
  readonly packages: 'not_built' | 'needs_rebuild' | 'in_progress' | 'built' | 'failed' | null;
}

/** What is left to do until a lesson is published, in the order of the work, and what is done. A version that adds nothing to main has nothing left. */
export function stepsLeft(work: KnownWork): Step[] {
  if (LATEST_RANKS[work.mainState] !== 0) return [];
  return [screens(work), packages(work), findings(work), comments(work), proposals(work), review(work)].filter((step) => step !== null);
}

function screens({ screens: count }: KnownWork): Step | null {
  return count === 0 ? { state: 'open', text: 'Add a first screen', place: 'screens' } : null;
}

function packages({ packages: state }: KnownWork): Step | null {
  const place = 'packages';
  switch (state) {
    // The base environment does as well.
    case null:
    case 'not_built':
      return null;
    case 'needs_rebuild':
      return { state: 'open', text: 'Build the changed packages', place };
    case 'failed':
      return { state: 'open', text: 'Find out why the packages were not installed', place };
    case 'in_progress':
      return { state: 'waiting', text: 'Packages are being installed', place };
    case 'built':
      return { state: 'done', text: 'Packages are installed', place };
  }
}

function findings({ findings: found }: KnownWork): Step | null {
  const place = 'preflight';
  if (found === null) return null;
  if (found === 'loading') return { state: 'waiting', text: 'Looking for errors', place };
  const { error, warning } = found;
  if (error > 0) return { state: 'open', text: `Fix ${counted(error, 'error')}`, place };
  if (warning > 0) return { state: 'open', text: `Look at ${counted(warning, 'warning')}`, place };
  return { state: 'done', text: 'No errors found', place };
}

function comments({ comments: of }: KnownWork): Step | null {
  if (of === null) return null;
  const place = 'comments';
  if (of.mandatory > 0) return { state: 'open', text: `Settle ${counted(of.mandatory, 'mandatory comment')}`, place };
  if (of.open > 0) return { state: 'open', text: `Answer ${counted(of.open, 'comment')}`, place };
  return { state: 'done', text: 'No open comments', place };
}

function proposals({ proposals: count }: KnownWork): Step | null {
  if (count === null || count === 0) return null;
  return { state: 'open', text: `Decide on ${counted(count, 'proposal')}`, place: 'proposals' };
}

function review({ reviewStatus }: KnownWork): Step {
  const { state, text, hasPull } = reviewStep(reviewStatus);
  return { state, text, place: hasPull ? 'pull' : 'review' };
}
