export type SyncKind = 'lesson' | 'course' | 'path';

export const SYNC_MESSAGES = {
  syncFailed: (word: SyncKind) => `An error occurred while synchronizing the ${word}.`,
  repairFailed: {
    retry: 'Couldn’t push the commits. They are kept, and the push is retried automatically.',
    recreate: 'Couldn’t recreate the branch. The commits are kept here; try again later.',
    detach: 'Couldn’t detach the release. Try again later.',
    attach: 'Couldn’t attach the release. Try again later.',
  },
  repaired: {
    retry: 'Retried.',
    recreate: 'Recreating the branch from the commits kept here.',
    detach: 'Release detached. Saves are committed here but not pushed.',
    attach: 'Release attached. Commits made while it was detached are being pushed.',
  },
  /** The result of a sync. */
  outcomes: {
    'up to date': (word: SyncKind) => `The ${word} is up to date with its branch.`,
    'taken in': () => 'Updated with the changes from Git.',
    merged: () => 'Changes from here and from Git were merged.',
    resolved: () => 'Conflicts resolved. Both sides are merged.',
  },
  /** `title` is of the collection that a lesson was imported from. */
  collection: (fields: string, title: string) =>
    `${fields} changed here and in the new version of ${title}. Your values were kept; choose what to keep.`,
  changedSince: 'The lesson has changed since. This is its current version: choose again.',
  resolveFailed: 'Couldn’t save the result. Your choices are kept; try again.',
  resolved: 'Conflicts resolved.',
  deleted: (at: Date) =>
    `The branch of this release was deleted on the code host (noticed on ${at.toLocaleDateString('en', { dateStyle: 'medium' })}). Every commit is kept here.`,
  detached: (at: Date) =>
    `This release has been detached from the code host since ${at.toLocaleDateString('en', { dateStyle: 'medium' })}: saves are committed here but not pushed.`,
} as const;
