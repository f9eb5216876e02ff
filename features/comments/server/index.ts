export { addLearnerReport } from './learner-reports.ts';
export { findMentioned } from './mentions.ts';
export { moveComments, moveTheseComments } from './move-comments.ts';
export { countOpenComments, listOpenMandatoryRows, listWaitingComments } from './queries.ts';
export { commentHandlers } from './routes.ts';
