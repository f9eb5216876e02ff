export const MESSAGES = {
  listLabel: 'External authors',
  addLabel: 'Add external author',
  revokeTitle: 'Revoke external author',
  loadFailed: 'The external authors could not be loaded. Try again later.',
  addFailed: 'The external author could not be added. Try again later.',
  revokeFailed: 'The external author could not be revoked. Try again later.',
  empty: 'No external authors yet. Add the first person by email above.',
} as const;
