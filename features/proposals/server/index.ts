export { listWaitingProposals } from './read-proposals.ts';
export { proposalHandlers } from './routes.ts';
