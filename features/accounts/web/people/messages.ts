export const MESSAGES = {
  listLabel: 'External authors',
  addLabel: 'Add external author',
  revokeTitle: 'Revoke external author',
  loadFailed: 'Couldn’t load the external authors. Try again later.',
  addFailed: 'Couldn’t add the external author. Try again later.',
  revokeFailed: 'Couldn’t revoke the external author. Try again later.',
  empty: 'No external authors yet. Add the first person by email above.',
} as const;
