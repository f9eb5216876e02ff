/** The texts of a thread, whatever it is about. */
export const THREAD_MESSAGES = {
  placeholder: 'Write in Markdown. Mention people with @',
  replyPlaceholder: 'Reply in Markdown',
  discarded: 'The comment was discarded.',
  addFailed: 'The comment was not added. Its text is kept here; try again.',
  replyFailed: 'The reply was not sent. Its text is kept here; try again.',
  editFailed: 'The comment was not changed. Your text is kept here; try again.',
  deleteFailed: 'The comment was not deleted. Try again.',
  confirmDelete: 'Delete this comment?',
  confirmDeleteFirst: 'Delete this comment? Its replies stay.',
  deleted: 'This comment was deleted.',
} as const;
