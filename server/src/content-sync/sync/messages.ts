/** Errors of syncing a release with its branch. */
export const MESSAGES = {
  main: 'Published lessons follow the main branch by themselves. It is being looked at now.',
  mainRelease: 'The main release follows its branch by itself.',
  shallow: 'This lesson is not fully imported yet. Import it first.',
  detached: 'This release is detached: it is kept here without its branch on the code host. Attach it first.',
  branchDeletedChoose: (branch: string) =>
    `The branch ${branch} was deleted on the code host. Nothing is lost: recreate it from our copy, or detach the release.`,
  notDeleted: (branch: string) => `The branch ${branch} is not known to be deleted, so there is nothing to recreate.`,
  unreachable: (reason: string) => `The code host cannot be reached: ${reason}. Nothing was changed; try again later.`,
  noMain: 'The content repository has no main branch.',
  deletedThere: (word: 'lesson' | 'course' | 'path') => `This ${word} was deleted on its branch. It is in the trash here.`,
  heldUp: (reason: string) => `Saves could not be committed, and come first: ${reason}`,
} as const;
