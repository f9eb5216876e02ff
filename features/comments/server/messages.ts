/** Why a comment action is refused; each text says who can do it. */
export const MESSAGES = {
  notArchivist: 'Only the author of a comment can archive it, or staff when the author has left or is a learner.',
  notApprover: 'Only the author of a comment can approve it, or staff when the author has left or is a learner.',
  ownComment: 'You cannot complete your own comment. Someone else completes it, then you approve it.',
  archived: 'This comment is archived. Reload the page to see the current comments.',
  completed: 'This comment is already completed.',
  approved: 'This comment is already approved.',
  notReopened: 'This comment is open already.',
  notCompleted: 'This comment has not been completed yet. You can approve it after someone completes it.',
  screenGone: 'This screen is no longer in the lesson, so nothing was sent.',
  manyReports: 'This lesson has too many open reports, so yours wasn’t sent. Try again later.',
  unknownField: 'The screen has no text field with this name to quote from.',
} as const;
