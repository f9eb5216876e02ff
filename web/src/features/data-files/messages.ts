import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';

/** The texts of the Files and Setup Files sections and of the editors of files (B §5, B §8). */
export const MESSAGES = {
  listFailed: 'The files of this lesson could not be loaded. Try again later.',
  noFiles: 'No files yet. Upload what the code of this lesson reads: tables, databases, texts.',
  noFilesReadOnly: 'This lesson has no files.',
  dropHint: 'or drop them here; at most 50 MB each',
  tooLarge: 'File exceeded maximum size of 50 MB',
  uploadFailed: 'An error occurred while trying to upload the file. Try again later.',
  changeFailed: 'Could not change file. Try again later.',
  deleteFailed: 'Could not delete file. Try again later.',
  uploaded: (names: readonly string[]) => (names.length === 1 ? `${names[0]} is uploaded.` : `${names.length} files are uploaded.`),
  exists: (name: string) => `There is a file ${name} already. Overwrite it? What was set for it stays.`,
  displayFirstTaken: (name: string) => `${name} is displayed first. Only one file of a lesson can be.`,
  textFailed: (name: string) => `The contents of ${name} could not be loaded. Try again later.`,
  saveTextFailed: 'The file could not be saved. What you typed is still here; try again later.',
  noText: 'This file is no text: it can be downloaded, and replaced by uploading another one of its name.',
  conflict: (name: string) =>
    `Somebody else saved ${name} after you opened it. Nothing is lost: yours is on the left, theirs on the right.`,
  conflictGone: (name: string) =>
    `Somebody else deleted ${name} after you opened it. What you typed is still here; copy it, or save to make the file anew.`,
  closeUnsaved: (name: string) => `Your changes to ${name} are not saved. They are kept in this browser, and here again when you open it.`,
  setupHint: `Runs before every screen of this lesson, before the setup code of the screen.`,
  setupMissing: `There is none yet: ${CUSTOM_SETUP_FILE} is made when you save it for the first time.`,
  setupKept: `${CUSTOM_SETUP_FILE} cannot be deleted. Empty it to set nothing up.`,
} as const;
