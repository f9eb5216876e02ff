export const RELEASE_DIALOG_MESSAGES = {
  releasesFailed: 'Could not load releases. Try again later.',
  importFailed: 'An error occurred while importing. Try again later.',
  releaseMissing: 'Choose a release.',
  showMerged: 'Show merged releases',
  noReleases: 'There is no other release. Add one under Manage Releases.',
  numbersMissing: 'Enter at least one number.',
  numberMissing: 'Enter a number.',
  nameMissing: 'The name cannot be empty.',
} as const;
