/** The texts of the dialogs that need a release (B §5, B §8). */
export const RELEASE_DIALOG_MESSAGES = {
  releasesFailed: 'Could not load releases. Try again later.',
  importFailed: 'An error occurred while importing. Try again later.',
  copyFailed: 'An error occurred while copying. Try again later.',
  releaseMissing: 'A release must be selected.',
  noReleases: 'There is no release to choose. Add one under Manage Releases.',
  numbersMissing: 'At least one number is needed.',
  numberMissing: 'A number is needed.',
  nameMissing: 'The name cannot be empty.',
} as const;
