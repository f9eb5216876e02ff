import { counted } from '#platform/contract/counted.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import type { PullRequest } from '../contract/pull-requests.ts';

export const MESSAGES = {
  loadFailed: 'Couldn’t load the pull request. Try again later.',
  diffFailed: 'Couldn’t load the changes. Try again later.',
  openFailed: 'Couldn’t open the pull request. Try again later.',
  verdictFailed: 'Couldn’t send the review. Your text is kept; try again later.',
  mergeFailed: 'Couldn’t merge the release. Try again later.',
  closeFailed: 'Couldn’t close the pull request. Try again later.',
  revertFailed: 'Couldn’t revert the merge. Try again later.',
  revertHint: 'Creates a release that undoes what was merged, and sends it for review',
  updateFailed: 'Couldn’t update the release from main. Try again later.',
  noneToLook: 'This release has no pull request yet.',
  writerReview: 'You changed something in this release, so your approval doesn’t count.',
  notCounted: {
    opener: 'Doesn’t count: opened this pull request',
    writer: 'Doesn’t count: changed something in this release',
    'no-account': 'Doesn’t count: has no account here',
    'no-access': 'Doesn’t count: no longer has access',
  },
  leftSince: 'No longer has access: doesn’t block the merge',
  approvedBefore: (count: number) => (count === 1 ? 'Approved before the last change' : `Approved before the last ${count} changes`),
  approvedEarlier: 'Approved an earlier version',
  sinceApproval: 'since the approval',
  seeThem: (count: number) => (count === 1 ? 'see it' : 'see them'),
  authorReview: 'Markdown. Reviewers approve and merge; your comments help them.',
  ownReview: 'You opened this pull request, so your own approval doesn’t count.',
  elsewhere: 'Reviews and comments on the code host appear here, and yours appear there as comments of the product’s account.',
  confirmMerge: (pull: PullRequest, closes: boolean) =>
    `Merge “${pull.release_name}” into main? This publishes ${publishedText(pull)}.${
      closes ? ' The release is then closed; reopen it to keep working in it.' : ''
    }`,
  whyAnyway: 'Why merge anyway?',
  anywayHint: 'The reason is recorded in the audit trail.',
  reasonMissing: 'Enter a reason.',
  confirmClose: 'Close the pull request without merging? You can reopen it later.',
  conflicts: (count: number) => `This release conflicts with main in ${counted(count, 'file')}.`,
  unpushed: (count: number) =>
    `${count === 1 ? '1 save is' : `${count} saves are`} still being pushed to the code host and not part of this pull request yet. Merging waits for them.`,
  changesRequested: 'Changes were requested. The reviewer who asked for them must approve before this can be merged.',
  reviewersFailed: 'Couldn’t change the reviewers. Try again later.',
  nobodyToAsk: 'No one else is on staff yet, so there is no one to ask for a review.',
  nobodyAsked: 'No one has been asked to review this.',
  onlyTheyAreNotified: 'Only they are notified.',
  nobodyChosen: 'No reviewer is chosen: the owners are notified, and everyone on staff finds it under My work.',
  viewedHint: 'Only you see this, in this browser. A lesson that changes is no longer viewed.',
  followHint: 'You are notified of reviews and comments in this pull request',
  notMergeable: 'The code host reports that this pull request can’t be merged. Check it there.',
  merged: 'The lessons of this release are published.',
  mergedClosed: 'The release is closed. Reopen it to keep working in it.',
  mergedOpen: 'The release is open. Send it for review again when something has changed.',
  bothChanged: 'Main has a newer version of this lesson than the one that you changed. Updating merges both.',
  newerOnMain: 'Main has a newer version of this lesson.',
  askToUpdate: 'Ask staff to update the release from main before you change it.',
  updated: 'The release is up to date with main.',
  noLessons: 'No lessons differ from main.',
  noCommits: 'No commits.',
  gate: 'Before this can be merged:',
  openComment: 'Open the comment',
  openScreen: 'Open the screen',
  openPreflight: 'Open preflight',
  noReviews: 'No reviews yet',
  reviewHint: 'Only you see the comments of a review until you submit it.',
  reviewText: 'Markdown. Optional, since your comments are sent with it.',
  pending: (count: number) =>
    count === 1
      ? '1 comment is part of this review. Submit it to show it to others.'
      : `${count} comments are part of this review. Submit it to show them to others.`,
  discardReview: (count: number) =>
    count === 1 ? 'Discard your review? Its comment is deleted.' : `Discard your review? Its ${count} comments are deleted.`,
  discardFailed: 'Couldn’t discard the review. Try again later.',
  commentsFailed: 'Couldn’t load the comments. Try again later.',
  applyFailed: 'Couldn’t apply the suggestion. Try again later.',
  resolveFailed: 'Couldn’t change the thread. Try again later.',
  applied: 'The suggestion is saved in the screen.',
  suggestionHint: 'Replaces the commented lines when someone applies it.',
  earlierState: 'counted in an earlier version of the file',
  removesLines: 'Removes these lines',
  lostComments: 'Comments on files that no longer differ',
  changesFailed: 'Couldn’t load the changes of this release. Try again later.',
  nothingToSend: 'Nothing to review: this release is the same as main.',
  rest: 'Courses, paths, deleted lessons and other files',
  restHint: 'They can be sent only together with all lessons of the release.',
  sentApart: (count: number, others: number, release: string) =>
    `${count === 1 ? 'The selected lesson moves' : `The ${count} selected lessons move`} to a new release of this name. ${
      others === 0 ? '' : `${others === 1 ? 'The other one stays' : `The other ${others} stay`} in ${release}.`
    }`.trim(),
  separated: (release: string) => `The lessons are in the release “${release}” now, but not in review yet. Try again, or move them back.`,
  backFailed: 'Couldn’t move the lessons back. Try again later.',
  sent: (release: string) => `${release} was sent for review.`,
  isFix: 'This is your copy of the published lesson. Your changes are published after a review.',
  inReview: (release: string) => `${release} is in review already. What you save in its lessons becomes part of that review.`,
  cutList: 'There are too many files to show. Only the first ones are listed; read the rest in git.',
  cutFile: 'This file is too long to show in full. Only its beginning is shown; read the rest in git.',
  binary: (change: FileDiff['change'], before: string | null, after: string | null) =>
    before === null || after === null ? `Binary file ${change}, ${after ?? before}.` : `Binary file ${change}, from ${before} to ${after}.`,
  onlyMoved: 'Moved without changes.',
  onlyMode: 'Only the file mode changed.',
  emptyFile: 'The file is empty.',
} as const;

/** `2 lessons, 1 course and 3 other files` */
function publishedText({ lessons, curricula, other_files }: Pick<PullRequest, 'lessons' | 'curricula' | 'other_files'>): string {
  const count = (kind: 'course' | 'path') => curricula.filter((each) => each.kind === kind).length;
  const counts = [
    [lessons.length, 'lesson'],
    [count('course'), 'course'],
    [count('path'), 'path'],
    [other_files, 'other file'],
  ] as const;
  const parts = counts.filter(([number]) => number > 0).map(([number, noun]) => counted(number, noun));
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts) || 'nothing that differs from main';
}
