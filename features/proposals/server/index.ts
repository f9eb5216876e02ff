export { hasOpenProposal } from './queries.ts';
export { inTurn, proveAndStore, type Proven } from './propose-change.ts';
export { listWaitingProposals } from './read-proposals.ts';
export { proposalHandlers } from './routes.ts';
