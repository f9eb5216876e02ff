/** The texts of the lessons list and the lesson page (A §8, B §5, B §8). */
export const MESSAGES = {
  createFailed: 'An error occurred while creating the lesson.',
  cloneFailed: 'An error occurred while cloning the lesson.',
  syncFailed: 'An error occurred while synchronizing the lesson.',
  releasesFailed: 'An error occurred while loading the mission releases.',
  moveFailed: 'An error occurred while moving the lessons.',
  copyFailed: 'An error occurred while copying the lesson.',
  releaseMissing: 'You must select one of the releases.',
  noReleases: 'There is no other release. Add one under Manage Releases.',
  optionsPublished: 'The options of a published lesson cannot be changed; it can be cloned.',
  moved: (sequence: number, release: string) => `Lesson ${sequence} is moved to ${release}.`,
  copied: (sequence: number, release: string) => `Lesson ${sequence} is copied to ${release}.`,
  synced: {
    'up to date': (sequence: number) => `Lesson ${sequence} is up to date.`,
    'taken in': (sequence: number) => `Lesson ${sequence} took in what changed on its branch.`,
    merged: (sequence: number) => `Lesson ${sequence} and its branch were put together.`,
    resolved: (sequence: number) => `Lesson ${sequence} and its branch agree, as you decided.`,
  },
  loadFailed: 'An error occurred while trying to load the lesson data.',
  lessonFailed: (status: string) => `Failed to load lesson data: ${status}`,
  screensFailed: (status: string) => `Failed to fetch lesson screens: ${status}`,
  saveFailed: 'An error occurred while trying to save the lesson. Try again later.',
  deleteFailed: 'The lesson could not be deleted. Try again later.',
  screenFailed: 'The screen could not be added. Try again later.',
  shallow: 'This lesson is not fully imported yet',
  comesWithImport: 'Screens, packages and tests come with the import.',
  importing: 'Importing the lesson: its screens, files and tests…',
  importFailed: 'An error occurred while importing the lesson. Try again later.',
  published: 'This lesson is published and cannot be edited. Clone it to change it.',
  languageChange:
    'Updating the language will cause some answer checking/output fields to be lost! "Check code run" code sections will be discarded!',
  confirmDelete: (sequence: number, release: string) =>
    `Are you sure you want to delete lesson ${sequence} (${release})? This can't be undone.`,
  draftKept: 'There are unsaved changes of yours to this lesson, kept in this browser.',
  incompleteFields: (fields: readonly string[]) =>
    `Typed but not added yet: ${fields.join(', ')}. Finish the input, or click on Save again to save without it.`,
} as const;
