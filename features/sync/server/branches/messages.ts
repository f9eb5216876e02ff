/** Errors of syncing a release with its branch. */
export const MESSAGES = {
  main: 'Published lessons are updated from main automatically. Checking main now.',
  mainRelease: 'The main release is updated from its branch automatically.',
  shallow: 'This lesson is not fully imported yet. Import it first.',
  detached: 'This release is detached from the code host. Attach it first.',
  branchDeletedChoose: (branch: string) =>
    `The branch ${branch} was deleted on the code host. Its commits are kept here. Recreate the branch, or detach the release.`,
  notDeleted: (branch: string) => `The branch ${branch} was not deleted, so there is nothing to recreate.`,
  unreachable: (reason: string) => `The code host cannot be reached: ${reason}. Nothing was changed; try again later.`,
  noMain: 'The content repository has no main branch.',
  deletedThere: (word: 'lesson' | 'course' | 'path') => `This ${word} was deleted on its branch. It is in the trash here.`,
  heldUp: (reason: string) => `Saved changes must be committed first, but that failed: ${reason}`,
} as const;
