export const MESSAGES = {
  loadFailed: 'Couldn’t load the audit trail. Try again.',
  exportFailed: 'The export failed. Try again later.',
  noMatch: 'No entries match.',
  nobody: 'System',
} as const;
