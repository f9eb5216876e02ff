/** The texts of personal tokens. */
export const MESSAGES = {
  about: 'A personal token lets a script call the API as you: send it as “Authorization: Bearer …”.',
  loadFailed: 'The tokens could not be loaded. Try again later.',
  createFailed: 'The token could not be made. Try again later.',
  revokeFailed: 'The token could not be revoked. Try again later.',
  confirmRevoke: (name: string) => `Revoke the token “${name}”? Scripts that use it stop working at once.`,
  shownOnce: (name: string) => `The token “${name}” is shown this once: copy it now.`,
  empty: 'You have no tokens yet. Name what the first one is for.',
} as const;
