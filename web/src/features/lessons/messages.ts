/** The texts of the lessons list and the lesson page (A §8, B §5, B §8). */
export const MESSAGES = {
  createFailed: 'An error occurred while creating the lesson.',
  cloneFailed: 'An error occurred while cloning the lesson.',
  loadFailed: 'An error occurred while trying to load the lesson data.',
  lessonFailed: (status: string) => `Failed to load lesson data: ${status}`,
  screensFailed: (status: string) => `Failed to fetch lesson screens: ${status}`,
  saveFailed: 'An error occurred while trying to save the lesson. Try again later.',
  deleteFailed: 'The lesson could not be deleted. Try again later.',
  screenFailed: 'The screen could not be added. Try again later.',
  shallow: 'This lesson is not fully imported yet',
  published: 'This lesson is published and cannot be edited. Clone it to change it.',
  languageChange:
    'Updating the language will cause some answer checking/output fields to be lost! "Check code run" code sections will be discarded!',
  confirmDelete: (sequence: number, release: string) =>
    `Are you sure you want to delete lesson ${sequence} (${release})? This can't be undone.`,
  branchDeleted: (at: Date) =>
    `The branch of this release was deleted on the code host on ${at.toLocaleDateString('en', { dateStyle: 'medium' })}. Saves are kept here.`,
  draftKept: 'There are unsaved changes of yours to this lesson, kept in this browser.',
  incompleteFields: (fields: readonly string[]) =>
    `Typed but not added yet: ${fields.join(', ')}. Finish the input, or click on Save again to save without it.`,
} as const;
