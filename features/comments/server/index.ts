export { listOpenMandatoryRows } from './queries.ts';
export { commentHandlers } from './routes.ts';
