export const RELEASE_DIALOG_MESSAGES = {
  releasesFailed: 'Could not load releases. Try again later.',
  draftsFailed: 'Couldn’t create the drafts of this author. Try again later.',
  importFailed: 'An error occurred while importing. Try again later.',
  releaseMissing: 'Choose a release.',
  noReleases: 'No other release is open. Add one or reopen one under Manage Releases.',
  numbersMissing: 'Enter at least one number.',
  nameEmpty: 'The name cannot be empty.',
  branchEmpty: 'The branch name cannot be empty.',
  numberMissing: 'Enter a number.',
  nameMissing: 'The name cannot be empty.',
} as const;

export const REOPEN_MESSAGES = {
  reopened: (name: string) => `“${name}” is open again.`,
  failed: 'Couldn’t reopen the release. Try again later.',
} as const;
