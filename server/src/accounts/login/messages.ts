/** Shown in the popup when a sign-in fails: what happened, and what to do. */
export const MESSAGES = {
  noOwner: 'Nobody has an account here yet. The owner comes first, with the set-up token.',
  stranger: (email: string) => `${email} has no access here. Ask the staff to add this address, then try again.`,
  revoked: (email: string) => `The access of ${email} has ended. Ask the staff to add this address again.`,
  notListed: (email: string) => `${email} is no longer among the staff of this product. Ask its owner for access.`,
  otherAccount: (email: string, provider: string) =>
    `${email} is known here by another account at ${provider}. If the address is yours now, ask the staff to revoke and add it again.`,
  lostAttempt:
    'This sign-in was begun in another browser or window, was used already, or took longer than ten minutes. Log in once more from here.',
  noPasswords: (providers: string) => `Passwords are turned off here. Log in with ${providers}.`,
  noProvider: 'This way to log in is not set up here.',
} as const;
