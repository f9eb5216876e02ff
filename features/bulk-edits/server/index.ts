export { toBulkEditResult } from './bulk-edits.ts';
export { bulkEditHandlers } from './routes.ts';
export { type LessonEdit, writeBulkEdit } from './write-bulk-edit.ts';
