/** Errors of reviews, for authors. */
export const MESSAGES = {
  noMain: 'The content repository has no main branch.',
  noBranch: (branch: string) => `The branch ${branch} is not on the code host.`,
  noDifference: 'This release has no changes to review: it is the same as main.',
  heldUp: (error: string) => `Couldn’t push the changes of this release: ${error}`,
  unpushed: (count: number) =>
    `${count === 1 ? 'One change is' : `${count} changes are`} still being pushed to the code host. Try again in a moment.`,
  changesRequested: 'Changes were requested. The reviewer who requested them must approve before this can be merged.',
  conflicts: (count: number) =>
    `This release conflicts with main in ${count === 1 ? 'one file' : `${count} files`}. Update the release from main first.`,
  mainMoved: 'Others are merging at the same time. Try again in a moment.',
  branchMoved: 'The release changed while it was being checked, so nothing was merged. Look at the change, and merge again.',
  notInBranch: 'The commit that you reviewed is no longer part of this release. Reload the page and review it again.',
  noText: 'Enter a comment.',
  notOpen: (state: string) => `This pull request is already ${state}.`,
  noLines: 'These lines are no longer part of the pull request. Reload the page and try again.',
  longLines: 'These lines are too long for one comment. Nothing was saved: select fewer lines, or comment on the whole file.',
  noSuggestion: 'Changes can be suggested for the texts, questions, code and tests of screens only.',
  noNewSuggestion: 'Suggest the change in a new comment.',
  notYours: 'Only the author of a comment can change or delete it.',
  suggestionInvalid: (why: string) => `The file can’t be read with this suggestion: ${why}`,
  suggestionOutdated: 'The lines of this suggestion have changed since. Make the change in the screen instead.',
  suggestionApplied: 'This suggestion is already applied.',
  tooManyQuestions: (max: number) => `A screen has at most ${max} questions.`,
  suggestionTooLong: 'The text would become too long.',
  mainRefused: (text: string) => `Couldn’t update main: ${text}`,
} as const;
