/** What is synced. */
export type SyncWord = 'lesson' | 'course' | 'path';

/** The texts of making a lesson, a course or a path and its branch agree (A §8). */
export const SYNC_MESSAGES = {
  syncFailed: (word: SyncWord) => `An error occurred while synchronizing the ${word}.`,
  healFailed: {
    retry: 'The commits could not be pushed now. They are kept, and tried again by themselves.',
    recreate: 'The branch could not be made again. The commits are kept here; try again later.',
    detach: 'The release could not be detached. Try again later.',
    attach: 'The release could not be attached. Try again later.',
  },
  healed: {
    retry: 'It was tried again.',
    recreate: 'The branch is being made again from our copy.',
    detach: 'The release is detached: saves are committed here and not pushed.',
    attach: 'The release is attached again: what was committed meanwhile is being pushed.',
  },
  /** What is told of a sync; `word`: of what. */
  outcomes: {
    'up to date': (word: SyncWord) => `The ${word} and its branch are the same.`,
    'taken in': () => 'What changed in git was taken in.',
    merged: () => 'What changed here and in git was put together.',
    resolved: () => 'Both sides were put together as you decided.',
  },
  conflict: (who: string | null) =>
    `${who ?? 'Somebody else'} changed the same in git. What could be put together has been; decide on the rest. Nothing is changed before you save the result.`,
  deleted: (at: Date) =>
    `The branch of this release was deleted on the code host (noticed on ${at.toLocaleDateString('en', { dateStyle: 'medium' })}). Every commit is kept here.`,
  detached: (at: Date) =>
    `This release has been detached from the code host since ${at.toLocaleDateString('en', { dateStyle: 'medium' })}: saves are committed here and not pushed.`,
} as const;
