/** The texts of the audit trail (product §9). */
export const MESSAGES = {
  loadFailed: 'The audit trail could not be loaded. Try again.',
  exportFailed: 'The export failed. Try again later.',
  noMatch: 'Nothing in the audit trail matches.',
  nobody: 'the product',
} as const;
