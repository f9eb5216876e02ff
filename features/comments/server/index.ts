export { findMentioned } from './mentions.ts';
export { listOpenMandatoryRows, listWaitingComments } from './queries.ts';
export { commentHandlers } from './routes.ts';
