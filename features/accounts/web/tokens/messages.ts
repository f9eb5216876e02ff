export const MESSAGES = {
  about: 'A personal token lets a script call the API as you: send it as “Authorization: Bearer …”.',
  loadFailed: 'Couldn’t load the tokens. Try again later.',
  createFailed: 'Couldn’t create the token. Try again later.',
  revokeFailed: 'Couldn’t revoke the token. Try again later.',
  confirmRevoke: (name: string) => `Revoke the token “${name}”? Scripts that use it stop working immediately.`,
  shownOnce: (name: string) => `Copy the token “${name}” now. You won’t be able to see it again.`,
  git: 'The lessons are a Git repository that you can clone, edit and push. Use a personal token as the password and any user name. You can push to any branch except main, which changes only when a pull request is merged.',
  gitElsewhere: (host: string) => `The lessons are a Git repository on ${host}. Clone and push it there.`,
  empty: 'No tokens yet. Name the first one after the script that will use it.',
} as const;
