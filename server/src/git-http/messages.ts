/** Shown in the user's terminal when git is rejected. */
export const MESSAGES = {
  signedOut: 'Use a personal token as the password. Any user name works.\n',
  staffOnly: 'The content repository is for staff.\n',
  elsewhere: (host: string) => `The content repository is on ${host}: clone it there.\n`,
  busy: 'Too many git commands are running at once. Try again in a moment.\n',
  notGit: 'Invalid git request.\n',
  tooLarge: 'The request is too large.\n',
} as const;
