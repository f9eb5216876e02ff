import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { MOST_LEFT } from '#platform/web/ui/dropped-files.ts';

/** The texts of the Files and Setup Files sections and of the editors of files. */
export const MESSAGES = {
  listFailed: 'Couldn’t load the files of this lesson. Try again later.',
  noFiles: 'No files yet. Upload the data that the code of this lesson reads, such as tables, databases and text files.',
  noFilesReadOnly: 'This lesson has no files.',
  dropHint: `or drop files and folders here; at most ${LIMITS.dataFileBytes / 1024 ** 2} MB each`,
  tooMany: (taken: number, left: number) =>
    `The first ${counted(taken, 'file')} were added. ${
      left === 1 ? '1 file was' : `${counted(left, 'file')}${left === MOST_LEFT ? ' or more' : ''} were`
    } left out: upload the folders that the lesson needs one by one.`,
  dropFailed: 'Couldn’t read the folder. Drop it again, or press Upload folder.',
  uploadFailed: 'An error occurred while trying to upload the file. Try again later.',
  renameFailed: 'Couldn’t rename the file. It keeps its name; try again later.',
  nameHint: 'With its folders, such as data/birds.csv. Code finds the file there.',
  folderHint: 'Such as data/raw',
  changeFailed: 'Could not change file. Try again later.',
  deleteFailed: 'Could not delete file. Try again later.',
  uploaded: (names: readonly string[]) => (names.length === 1 ? `${names[0]} uploaded.` : `${names.length} files uploaded.`),
  exists: (name: string) => `A file named ${name} already exists. Overwrite it? Its settings are kept.`,
  displayFirstTaken: (name: string) => `${name} is displayed first. Only one file of a lesson can be displayed first.`,
  textFailed: (name: string) => `Couldn’t load the contents of ${name}. Try again later.`,
  saveTextFailed: 'Couldn’t save the file. Your changes are still here; try again later.',
  noText: 'This is not a text file. Download it to view it; upload a file with the same name to replace it.',
  conflict: (name: string) =>
    `Another author saved ${name} after you opened it. Nothing is lost: yours is on the left, theirs on the right.`,
  conflictGone: (name: string) =>
    `Another author deleted ${name} after you opened it. Your text is still here: copy it, or save to create the file again.`,
  closeUnsaved: (name: string) => `Your changes to ${name} are not saved. They are kept in this browser, and restored when you open it.`,
  setupHint: `Runs before every screen of this lesson, before the setup code of the screen.`,
  setupMissing: `${CUSTOM_SETUP_FILE} is created when you save it for the first time.`,
  setupKept: `${CUSTOM_SETUP_FILE} cannot be deleted. Clear its text to set up nothing.`,
} as const;
