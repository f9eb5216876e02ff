/** The texts of the trash (product §3). */
export const MESSAGES = {
  loadFailed: 'The trash could not be loaded. Try again.',
  empty: 'The trash is empty. Lessons, screens, questions, files, images, courses and paths that are deleted are kept here for 30 days.',
  emptyExternal: 'The trash is empty. What is deleted from your lessons is kept here for 30 days.',
  noMatch: 'Nothing in the trash matches.',
  kept: 'What was deleted can be restored for 30 days.',
  restoreFailed: 'It could not be restored. It is still in the trash; try again later.',
  restoredMeanwhile: (name: string) => `“${name}” is not in the trash any more: somebody has restored it.`,
  lessonDeleted: (sequence: number) => `Lesson ${sequence} was deleted.`,
  nameDeleted: (name: string) => `“${name}” was deleted.`,
  restored: (what: string, release: string) => `${what} is in ${release} again.`,
  nameRestored: (name: string, sequence: number) => `“${name}” is in lesson ${sequence} again.`,
} as const;
