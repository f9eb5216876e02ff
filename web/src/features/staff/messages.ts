export const MESSAGES = {
  listLabel: 'Staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke staff member',
  about:
    'Only the owner can add or revoke staff. People listed in the server settings need no invitation. With password login, you get a link to send to each person you add.',
  loadFailed: 'The staff could not be loaded. Try again later.',
  addFailed: 'The staff member could not be added. Try again later.',
  revokeFailed: 'The staff member could not be revoked. Try again later.',
  empty: 'No staff yet. Add the first person by email above.',
} as const;
