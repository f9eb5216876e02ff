import type { Actor } from '#platform/contract/roles.ts';
import type { ProposalState } from './contract.ts';

// Who may edit a lesson may propose to it, and decide on its proposals: lessons.policy.ts. External authors only in their own drafts.

/** The sender withdraws; an author of the lesson declines. */
export function mayWithdraw(actor: Pick<Actor, 'id'>, { proposed_by }: { readonly proposed_by: number }): boolean {
  return actor.id === proposed_by;
}

const DECIDED: Readonly<Record<Exclude<ProposalState, 'open'>, string>> = {
  accepted: 'This proposal was accepted already.',
  declined: 'This proposal was declined already.',
  withdrawn: 'This proposal was withdrawn.',
  outdated: 'This proposal no longer applies: the screen has changed. Make it again from the current version.',
};

/** Why a proposal can't be decided any more; null: it can. */
export function whyDecided(state: ProposalState): string | null {
  return state === 'open' ? null : DECIDED[state];
}
