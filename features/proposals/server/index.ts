export { hasOpenProposal } from './queries.ts';
export { listWaitingProposals } from './read-proposals.ts';
export { proposalHandlers } from './routes.ts';
