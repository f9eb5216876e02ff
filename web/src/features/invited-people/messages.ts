/** Texts that staff and external authors have in common. */
export const MESSAGES = {
  renewFailed: 'The link could not be created. Try again later.',
  confirmRevoke: (email: string) => `Revoke access for ${email}? Their sessions and tokens end immediately. Everything they wrote is kept.`,
  linkOnce: (email: string) => `Copy this link now and send it to ${email}. It works once, and you won’t be able to see it again.`,
  /** For people who log in with a provider and need no link. */
  added: (email: string) => `${email} can log in now. No email is sent, so let them know.`,
} as const;
