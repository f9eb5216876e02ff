/** Errors of history, for authors. */
export const MESSAGES = {
  isDeletion: 'This version is the deletion. Restore the version before it.',
  isDeletedIn: 'This commit deleted it. Restore the commit before it.',
  changedSince: (what: string) => `${what} has changed since. What was there before is in the history.`,
  language: 'Change the language in the settings: the code on its screens is written in the current language.',
} as const;
