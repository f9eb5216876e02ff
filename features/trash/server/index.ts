export { trashHandlers } from './routes.ts';
export { retentionStart } from './trash-retention.ts';
