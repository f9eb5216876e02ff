/** The texts of Manage External Authors. */
export const MESSAGES = {
  listLabel: 'External authors',
  addLabel: 'Add external author',
  revokeTitle: 'Revoke external author',
  loadFailed: 'The external authors could not be loaded. Try again later.',
  addFailed: 'The external author could not be added. Try again later.',
  renewFailed: 'The link could not be made. Try again later.',
  revokeFailed: 'The external author could not be revoked. Try again later.',
  confirmRevoke: (email: string) => `Revoke the access of ${email}? Sessions and tokens end at once; what was written stays.`,
  linkOnce: (email: string) => `This link is for ${email}. It is shown this once and can be used once: copy it and send it on.`,
  added: (email: string) => `${email} can log in now. Tell them: no mail is sent.`,
  empty: 'There are no external authors yet. Add the first one by email above.',
} as const;
