import { counted } from '#web/ui/counted.ts';

/** The texts of bulk edits. */
export const MESSAGES = {
  loadFailed: 'The bulk edits could not be loaded.',
  previewFailed: 'The preview could not be loaded.',
  saveFailed: 'The lessons could not be changed. Nothing was saved.',
  undoFailed: 'The bulk edit could not be undone.',
  none: 'There are no bulk edits yet. Select lessons in the lessons list and choose Edit settings.',
  changed: (lessons: number) => `${counted(lessons, 'lesson')} changed.`,
  undone: (lessons: number) => `Undone in ${counted(lessons, 'lesson')}.`,
  nothingUndone: 'There was nothing left to undo.',
  keeps: (count: number) => `${counted(count, 'place')} changed since then. See the list to undo the rest.`,
  changedSince: 'These changed since then, or can’t be edited. They stay as they are. You can undo the rest.',
  states: { done: '', undone: 'Undone', partly_undone: 'Partly undone' },
  buildFailed: 'The build could not be started.',
  building: (count: number) => `${counted(count, 'build')} started.`,
  noPackages: 'It has no packages to build.',
} as const;
