/** What this noun refuses, in words for the author. */
export const MESSAGES = {
  lessonDeleted: (sequence: number) => `Lesson ${sequence} is in the trash itself. Restore it first; its screens come with it.`,
} as const;
