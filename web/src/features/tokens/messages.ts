/** The texts of personal tokens. */
export const MESSAGES = {
  about: 'A personal token lets a script call the API as you: send it as “Authorization: Bearer …”.',
  loadFailed: 'The tokens could not be loaded. Try again later.',
  createFailed: 'The token could not be made. Try again later.',
  revokeFailed: 'The token could not be revoked. Try again later.',
  confirmRevoke: (name: string) => `Revoke the token “${name}”? Scripts that use it stop working at once.`,
  shownOnce: (name: string) => `The token “${name}” is shown this once: copy it now.`,
  git: 'The lessons are a git repository that you can clone, edit and push with a personal token as the password; the user name does not matter. Push to any branch but main: main moves by merging pull requests.',
  gitElsewhere: (host: string) => `The lessons are a git repository on ${host}: clone and push it there.`,
  empty: 'You have no tokens yet. Name what the first one is for.',
} as const;
