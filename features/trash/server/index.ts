export { trashHandlers } from './routes.ts';
export { DAY_MS, retentionStart } from './trash-retention.ts';
