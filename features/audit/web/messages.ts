export const MESSAGES = {
  loadFailed: 'The audit trail could not be loaded. Try again.',
  exportFailed: 'The export failed. Try again later.',
  noMatch: 'No entries match.',
  nobody: 'System',
} as const;
