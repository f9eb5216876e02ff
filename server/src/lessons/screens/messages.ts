/** Errors of screens, for authors. */
export const MESSAGES = {
  lessonDeleted: (sequence: number) => `Lesson ${sequence} is in the trash itself. Restore it first; its screens come with it.`,
} as const;
