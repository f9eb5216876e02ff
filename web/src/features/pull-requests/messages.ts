import type { PullRequest } from '#contract/pull-requests.ts';

/** The texts of pull requests and reviews (B §2 Review, B §8; product §3). */
export const MESSAGES = {
  reviewFailed: 'Could not start the review. Try again later.',
  loadFailed: 'The pull request could not be loaded. Try again later.',
  diffFailed: 'What changed could not be loaded. Try again later.',
  openFailed: 'The pull request could not be opened. Try again later.',
  verdictFailed: 'The review could not be sent. What you wrote is kept; try again later.',
  mergeFailed: 'The release could not be merged. Try again later.',
  closeFailed: 'The pull request could not be closed. Try again later.',
  updateFailed: 'The release could not be updated from main. Try again later.',
  none: 'This release has no pull request yet. Open one to have it reviewed and merged into main.',
  noneToLook: 'This release has no pull request yet.',
  ownReview: 'You opened this pull request, so your own approval doesn’t count.',
  elsewhere: 'Reviews are given and merges are made on the code host. What is said there shows here.',
  confirmMerge: (pull: PullRequest) =>
    `Merge ${pull.release_name} into main? This publishes ${lessonsText(pull.lessons.length)}. You can’t undo it from here.`,
  confirmClose: 'Close the pull request without merging? It can be opened again.',
  conflicts: (count: number) =>
    `Main and this release do not go together: ${count === 1 ? 'one file was' : `${count} files were`} changed in both in different ways.`,
  unpushed: (count: number) =>
    `${count === 1 ? 'One save is' : `${count} saves are`} on the way to the code host and not in this pull request yet. Merging waits for them.`,
  changesRequested: 'Changes were requested. The reviewer who asked for them must approve before this can be merged.',
  notMergeable: 'The code host says that this cannot be merged as it is.',
  merged: 'The lessons of this release are published.',
  resolveIntro: (who: string | null) =>
    `${who ?? 'Somebody'} changed the same in main. What could be put together has been; decide on the rest. Nothing is changed before you save the result.`,
  updated: 'The release has everything that main has.',
  noLessons: 'No lesson differs from main.',
  noCommits: 'No commits.',
  gate: 'Before this can be merged:',
  openComment: 'Open the screen',
  noReviews: 'No reviews yet',
  cutList: 'There are more files than are shown here. The rest can be read with git.',
  cutFile: 'This file is too long to be shown whole. The rest can be read with git.',
  binary: 'Not a text: its bytes differ.',
  onlyMoved: 'Moved without a change.',
  sameLines: 'Only how the file is kept has changed, no line of it.',
} as const;

function lessonsText(count: number): string {
  return count === 1 ? '1 lesson' : `${count} lessons`;
}
