import { counted } from '#platform/contract/counted.ts';

/** The texts of bulk edits. */
export const MESSAGES = {
  loadFailed: 'Couldn’t load the bulk edits.',
  previewFailed: 'Couldn’t load the preview.',
  saveFailed: 'Couldn’t change the lessons. Nothing was saved.',
  undoFailed: 'Couldn’t undo the bulk edit.',
  none: 'There are no bulk edits yet. Select lessons in the lessons list and choose Edit settings.',
  changed: (lessons: number) => `${counted(lessons, 'lesson')} changed.`,
  undone: (lessons: number, left = 0) =>
    `Undone in ${counted(lessons, 'lesson')}.${left === 0 ? '' : ` ${counted(left, 'place')} stayed as ${left === 1 ? 'it was' : 'they were'}.`}`,
  nothingUndone: (left = 0) => (left === 0 ? 'There was nothing left to undo.' : 'Nothing was undone.'),
  keeps: (count: number) => `Nothing was undone: ${counted(count, 'place')} can’t be. See the list to undo the rest.`,
  wouldStay: 'Nothing was undone. These can’t be undone now, and stay as they are; each says why. You can undo the rest.',
  states: { done: '', undone: 'Undone', partly_undone: 'Partly undone' },
  buildFailed: 'Couldn’t start the build.',
  building: (count: number) => `${counted(count, 'build')} started.`,
  noPackages: 'It has no packages to build.',
} as const;
