import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { LIMITS } from '#platform/contract/limits.ts';

/** The texts of the Files and Setup Files sections and of the editors of files. */
export const MESSAGES = {
  listFailed: 'Couldn’t load the files of this lesson. Try again later.',
  noFiles: 'No files yet. Upload what the code of this lesson reads: tables, databases, texts.',
  noFilesReadOnly: 'This lesson has no files.',
  dropHint: `or drop them here; at most ${LIMITS.dataFileBytes / 1024 ** 2} MB each`,
  uploadFailed: 'An error occurred while trying to upload the file. Try again later.',
  changeFailed: 'Could not change file. Try again later.',
  deleteFailed: 'Could not delete file. Try again later.',
  uploaded: (names: readonly string[]) => (names.length === 1 ? `${names[0]} uploaded.` : `${names.length} files uploaded.`),
  exists: (name: string) => `A file ${name} already exists. Overwrite it? Its settings stay.`,
  displayFirstTaken: (name: string) => `${name} is displayed first. Only one file of a lesson can be displayed first.`,
  textFailed: (name: string) => `Couldn’t load the contents of ${name}. Try again later.`,
  saveTextFailed: 'Couldn’t save the file. Your changes are still here; try again later.',
  noText: 'This file is not a text. Download it to see it; upload a file of the same name to replace it.',
  conflict: (name: string) =>
    `Another author saved ${name} after you opened it. Nothing is lost: yours is on the left, theirs on the right.`,
  conflictGone: (name: string) =>
    `Another author deleted ${name} after you opened it. Your text is still here: copy it, or save to create the file again.`,
  closeUnsaved: (name: string) => `Your changes to ${name} are not saved. They are kept in this browser, and restored when you open it.`,
  setupHint: `Runs before every screen of this lesson, before the setup code of the screen.`,
  setupMissing: `${CUSTOM_SETUP_FILE} is created when you save it for the first time.`,
  setupKept: `${CUSTOM_SETUP_FILE} cannot be deleted. Clear its text to set up nothing.`,
} as const;
