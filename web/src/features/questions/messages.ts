/** A §8: what is said when something with a question fails, before the server's own words; the rest is worded here. */
export const MESSAGES = {
  notCreated: 'An error occurred while trying to create the multiple choice question',
  notSaved: 'An error occurred while trying to save the multiple choice question',
  notDeleted: 'An error occurred while trying to delete the multiple choice question',
  notRestored: 'The question could not be restored. It is still in the trash; try again later.',
  kept: 'Your edits are still here.',
  empty: 'This screen has no multiple choice questions yet.',
  gone: 'Somebody deleted this question meanwhile. Your edits are kept: saving makes it anew.',
  deleted: (name: string) => (name === '' ? 'The question was deleted.' : `The question “${name}” was deleted.`),
  restored: 'The question is back.',
  moved: (from: number, to: number) => `Question ${from} is question ${to} now.`,
  notMoved: 'The question could not be moved',
  optionRemoved: (label: string) => (label === '' ? 'The option was removed.' : `The option “${label}” was removed.`),
} as const;
