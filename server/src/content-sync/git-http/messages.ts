/** Shown in the user's terminal when git is rejected. */
export const MESSAGES = {
  signedOut: 'Sign in with a personal token as the password; the user name does not matter.\n',
  staffOnly: 'The content repository is for staff.\n',
  elsewhere: (host: string) => `The content repository is on ${host}: clone it there.\n`,
  busy: 'Too many git commands are running at once. Try again in a moment.\n',
  notGit: 'This is not what git sends.\n',
  tooLarge: 'The request is too large.\n',
} as const;
