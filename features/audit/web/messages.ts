export const MESSAGES = {
  loadFailed: 'Couldn’t load the audit trail. Try again.',
  exportFailed: 'The export failed. Try again later.',
  noMatch: 'No entries match.',
  nobody: 'System',
  change: 'Show the change',
  details: 'Details',
  aboutThis: 'All entries about this',
  deeds: 'All changes',
  everything: 'Changes, sign-ins and visits',
} as const;
