export { historyModule } from './routes.ts';
export { undoSave } from './undo-save.ts';
export { readWholeLesson, writeWholeLesson } from './write-restored.ts';
