import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { proposalRoutes } from '../contract.ts';
import { acceptProposals } from './accept-proposal.ts';
import { declineProposal, withdrawProposal } from './decide-proposal.ts';
import { proposeChange } from './propose-change.ts';
import { getProposal, listProposals } from './read-proposals.ts';

/** The handlers of all routes of this module. */
export const proposalHandlers = (platform: Platform): Handlers<typeof proposalRoutes> => ({
  proposeChange: ({ actor, body, request }) => proposeChange(platform, actor, request.visitor?.credential ?? null, body),
  listProposals: ({ actor, query }) => listProposals(platform, actor, query),
  getProposal: ({ actor, params }) => getProposal(platform, actor, params.id),
  acceptProposals: ({ actor, body }) => acceptProposals(platform, actor, body.ids, body.operation_id),
  acceptProposal: async ({ actor, params, body }) => {
    const [accepted] = await acceptProposals(platform, actor, [params.id], body.operation_id);
    return accepted ?? { id: params.id, is_accepted: false, problem: null };
  },
  declineProposal: ({ actor, params, body }) => declineProposal(platform, actor, params.id, body.reason),
  withdrawProposal: ({ actor, params }) => withdrawProposal(platform, actor, params.id),
});
