import type { PullRequest } from '#contract/pull-requests.ts';

export const MESSAGES = {
  reviewFailed: 'Could not start the review. Try again later.',
  loadFailed: 'The pull request could not be loaded. Try again later.',
  diffFailed: 'The changes could not be loaded. Try again later.',
  openFailed: 'The pull request could not be opened. Try again later.',
  verdictFailed: 'The review could not be sent. Your text is kept; try again later.',
  mergeFailed: 'The release could not be merged. Try again later.',
  closeFailed: 'The pull request could not be closed. Try again later.',
  updateFailed: 'The release could not be updated from main. Try again later.',
  none: 'This release has no pull request yet. Open one to have it reviewed and merged into main.',
  noneToLook: 'This release has no pull request yet.',
  ownReview: 'You opened this pull request, so your own approval doesn’t count.',
  elsewhere: 'This pull request is reviewed and merged on the code host. Reviews given there appear here.',
  confirmMerge: (pull: PullRequest) =>
    `Merge ${pull.release_name} into main? This publishes ${lessonsText(pull.lessons.length)}. You can’t undo it from here.`,
  confirmClose: 'Close the pull request without merging? You can reopen it later.',
  conflicts: (count: number) => `This release conflicts with main in ${count === 1 ? '1 file' : `${count} files`}.`,
  unpushed: (count: number) =>
    `${count === 1 ? '1 save is' : `${count} saves are`} still being pushed to the code host and not part of this pull request yet. Merging waits for them.`,
  changesRequested: 'Changes were requested. The reviewer who asked for them must approve before this can be merged.',
  notMergeable: 'The code host reports that this pull request can’t be merged. Check it there.',
  merged: 'The lessons of this release are published.',
  updated: 'The release is up to date with main.',
  noLessons: 'No lessons differ from main.',
  noCommits: 'No commits.',
  gate: 'Before this can be merged:',
  openComment: 'Open the screen',
  noReviews: 'No reviews yet',
  cutList: 'Only the first files are shown. Read the rest in Git.',
  cutFile: 'This file is too long to show in full. Read the rest in Git.',
  binary: 'Binary file, not shown.',
  onlyMoved: 'Moved without changes.',
  onlyMode: 'Only the file mode changed.',
  emptyFile: 'The file is empty.',
} as const;

function lessonsText(count: number): string {
  return count === 1 ? '1 lesson' : `${count} lessons`;
}
