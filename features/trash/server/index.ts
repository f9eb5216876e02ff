export { deleteLessonRow } from './lesson-trash-queries.ts';
export { trashHandlers } from './routes.ts';
export { retentionStart } from './trash-retention.ts';
