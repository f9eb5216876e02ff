/** The texts of the staff section. */
export const MESSAGES = {
  listLabel: 'Staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke staff member',
  about:
    'Only you add and revoke staff; whom the settings list comes in without. Where passwords are in use, a link to join, or to a new one, is shown here for you to send on.',
  loadFailed: 'The staff could not be loaded. Try again later.',
  addFailed: 'The staff member could not be added. Try again later.',
  renewFailed: 'The link could not be made. Try again later.',
  revokeFailed: 'The staff member could not be revoked. Try again later.',
  confirmRevoke: (email: string) => `Revoke the access of ${email}? Sessions and tokens end at once; what was written stays.`,
  linkOnce: (email: string) => `This link is for ${email}. It is shown this once and can be used once: copy it and send it on.`,
  added: (email: string) => `${email} can log in now. Tell them: no mail is sent.`,
  empty: 'There is no staff yet. Add the first one by email above.',
} as const;
