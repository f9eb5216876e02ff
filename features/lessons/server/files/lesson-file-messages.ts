import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';

/** Errors of data files and images, for authors. */
export const MESSAGES = {
  noFile: 'No file was sent.',
  unsafeName: 'This file name does not work on every system. Rename the file and upload it again.',
  nameTaken: (name: string) => `The lesson already has a file named ${name}.`,
  twin: (name: string, other: string) =>
    `The lesson already has a file named ${other}. Many systems do not distinguish upper and lower case: rename ${name}, or delete the other file first.`,
  pathClash: {
    'same-name': (name: string, other: string) => `The lesson already has a file named ${other}. Rename ${name}.`,
    'is-folder': (name: string, other: string) => `${name} is a folder of this lesson: it contains ${other}. Rename the file.`,
    'is-file': (name: string, other: string) =>
      `${other} is a file of this lesson, so ${name} can’t be in a folder of that name. Choose another folder.`,
    spelling: (name: string, other: string) =>
      `The folder of ${name} is spelled differently in ${other}. Many systems do not distinguish upper and lower case: use one spelling.`,
  },
  aliasTaken: (name: string, other: string) =>
    `The file ${other} already uses the name ${name} on the same screens. Choose another alias, or other screens.`,
  tooMany: (max: number) => `A lesson can have at most ${max} files.`,
  tooMuch: (maxMB: number) => `The files of a lesson can have at most ${maxMB} MB together. Use a dataset for large data.`,
  setupStays: `${CUSTOM_SETUP_FILE} prepares every screen of a command line lesson and cannot be deleted. Clear its content instead.`,
  restoredNameTaken: (name: string) => `The lesson has a new file named ${name}. Rename or delete that one first, then restore this one.`,
} as const;
