export const MESSAGES = {
  loading: 'Loading views…',
  loadFailed: 'Couldn’t load your saved views. Try again.',
  saveFailed: 'Couldn’t save this. Try again.',
  deleteFailed: 'Couldn’t delete this. Try again.',
  restoreFailed: 'Couldn’t restore this. Save it again.',
  none: 'No saved views yet. Choose filters, then save them under a name.',
  replaces: 'You have one of this name. Its filters are replaced by the current ones.',
  shareHint: 'Everyone in the team finds it in their list. Only you can change it.',
  unshareFailed: 'Couldn’t stop sharing this. Try again.',
  unshared: (name: string, by: string | null) => `“${name}” is no longer shared. ${by ?? 'Whoever saved it'} still has it.`,
  deleted: (name: string) => `“${name}” deleted`,
  saved: (name: string) => `“${name}” saved`,
} as const;
