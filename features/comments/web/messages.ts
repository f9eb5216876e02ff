/** Opens a comment on what is selected. */
export const COMMENT_KEYS = 'Mod+Alt+M';

/** The texts of comments. */
export const MESSAGES = {
  mandatoryOpen: 'This lesson has mandatory comments that are not approved yet.',
  viewComments: 'View Comments',
  none: 'No comments on this screen yet.',
  noneToComment: 'No comments on this screen yet. Write the first one above, or select a passage and comment on it.',
  noneInLesson: 'No comments in this lesson yet. To write one, open a screen and select a passage.',
  linkedGone: 'The comment that you followed a link to is no longer on this screen. It may be archived.',
  noMatch: 'No comment matches these filters.',
  loadFailed: 'Couldn’t load the comments. Try again later.',
  completeFailed: 'The comment was not completed. Try again.',
  reopenFailed: 'The comment was not reopened. Try again.',
  approveFailed: 'The comment was not approved. Try again.',
  archiveFailed: 'The comment was not archived. Try again.',
  archiveQuestion: 'Archive this comment? It disappears from the list with all its replies, for everyone. This can’t be undone.',
  textChanged: 'The text has changed',
  wholeScreen: 'Whole screen',
  passageGone: 'The passage is no longer in the text.',
  passageTooLong: 'A comment quotes at most 2,000 characters. Select a shorter passage.',
} as const;
