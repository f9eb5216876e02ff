import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Proposal } from '../contract.ts';
import { mayWithdraw, whyDecided } from '../proposals.policy.ts';
import { getProposalFor, getProposalToDecide } from './access.ts';
import { notifySender } from './notify-sender.ts';
import { auditSubject } from './propose-change.ts';
import { decide, lockState, toProposal, type ProposalRow } from './queries.ts';

type Deps = Pick<Platform, 'db' | 'config' | 'jobs'>;

/** Declines a proposal. @throws AppError `not_found`; `forbidden` and `refused` as for an edit, and if it is decided already */
export async function declineProposal(deps: Deps, actor: Actor, id: number, reason: string): Promise<Proposal> {
  const row = await getProposalToDecide(deps, actor, id);
  return settle(deps, actor, row, { state: 'declined', decision: reason || null });
}

/** Takes one's own proposal back. @throws AppError `not_found`; `forbidden` for another person's; `refused` if it is decided already */
export async function withdrawProposal(deps: Deps, actor: Actor, id: number): Promise<Proposal> {
  const row = await getProposalFor(deps, actor, id);
  if (!mayWithdraw(actor, row)) throw forbidden('Only its sender can withdraw a proposal. Decline it instead.');
  return settle(deps, actor, row, { state: 'withdrawn', decision: null });
}

async function settle(
  deps: Deps,
  actor: Actor,
  row: ProposalRow,
  { state, decision }: { readonly state: 'declined' | 'withdrawn'; readonly decision: string | null },
): Promise<Proposal> {
  const { id, lesson_id, screen_id, sender } = row;
  await deps.db.transaction().execute(async (tx) => {
    const decided = whyDecided((await lockState(tx, id)) ?? 'withdrawn');
    if (decided !== null) throw refused(decided);
    const decided_by = actor.id;
    await decide(tx, id, { state, decided_by, decision });
    if (state === 'declined') await notifySender(tx, deps, row, { state, decided_by, decision });
    const action = state === 'declined' ? 'proposal.decline' : 'proposal.withdraw';
    await recordAudit(tx, { actor, action, subject: auditSubject(lesson_id, screen_id), details: { proposal: id, sender } });
  });
  return toProposal(await getProposalFor(deps, actor, id), actor);
}
