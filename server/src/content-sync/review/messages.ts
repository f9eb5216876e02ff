/** Errors of reviews, for authors. */
export const MESSAGES = {
  main: 'The main release has no pull request: it is what the others are merged into.',
  noMain: 'The content repository has no main branch.',
  noBranch: (branch: string) => `The branch ${branch} is not on the code host.`,
  noDifference: 'This release is the same as main: there is nothing to review.',
  heldUp: (error: string) => `The saves of this release are not pushed: ${error}`,
  unpushed: (count: number) =>
    `${count === 1 ? 'One save is' : `${count} saves are`} still on the way to the code host. Try again in a moment.`,
  changesRequested: 'Changes were requested. They must be approved by who asked for them before this can be merged.',
  conflicts: (count: number) =>
    `Main and this release do not go together: ${count === 1 ? 'one file was' : `${count} files were`} changed in both. Update the release from main first.`,
  mainMoved: 'Others are merging at the same time. Try again in a moment.',
  notLocal: (host: string) => `Reviews are given on ${host}. They show here as soon as they are there.`,
  noText: 'Say what should be different, or what you want to say.',
  mainRefused: (text: string) => `Main could not be moved: ${text}`,
} as const;
