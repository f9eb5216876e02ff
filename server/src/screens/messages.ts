/** Errors of screens, for authors. */
export const MESSAGES = {
  lessonDeleted: (sequence: number) => `Lesson ${sequence} is in the trash. Restore the lesson; its screens are restored with it.`,
} as const;
