/** Shown in the popup when a sign-in fails: what happened, and what to do. */
export const MESSAGES = {
  noOwner: 'There are no accounts yet. Create the owner’s account with the set-up token first.',
  stranger: (email: string) => `${email} does not have access. Ask the staff to add this address, then try again.`,
  revoked: (email: string) => `The access of ${email} was revoked. Ask the staff to add this address again.`,
  notListed: (email: string) => `${email} is no longer listed as staff. Ask the owner for access.`,
  otherAccount: (email: string, provider: string) =>
    `${email} is linked to another account at ${provider}. If the address is yours now, ask the staff to revoke it and add it again.`,
  lostAttempt:
    'This sign-in was started in another browser or window, was already used, or took longer than ten minutes. Log in again from here.',
  noPasswords: (providers: string) => `Password login is turned off. Log in with ${providers}.`,
  noProvider: 'This login method is not set up.',
} as const;
