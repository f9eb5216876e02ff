/** The texts of the trash (product §3). */
export const MESSAGES = {
  loadFailed: 'The trash could not be loaded. Try again.',
  empty: 'The trash is empty. Lessons and screens that are deleted are kept here for 30 days.',
  emptyExternal: 'The trash is empty. Screens that are deleted from your lessons are kept here for 30 days.',
  noMatch: 'Nothing in the trash matches.',
  kept: 'What was deleted can be restored for 30 days.',
  restoreFailed: 'It could not be restored. It is still in the trash; try again later.',
  lessonDeleted: (sequence: number) => `Lesson ${sequence} was deleted.`,
  screenDeleted: (name: string) => `“${name}” was deleted.`,
  lessonRestored: (sequence: number, release: string) => `Lesson ${sequence} is in ${release} again.`,
  screenRestored: (name: string, sequence: number) => `“${name}” is in lesson ${sequence} again.`,
} as const;
