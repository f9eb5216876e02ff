/** Errors of history, for authors. */
export const MESSAGES = {
  isDeletion: 'This version is the deletion. Restore the version before it.',
  isDeletedIn: 'This commit deleted it. Restore the commit before it.',
  language: 'Change the language in the settings: the code of the screens is in the one that the lesson has now.',
} as const;
