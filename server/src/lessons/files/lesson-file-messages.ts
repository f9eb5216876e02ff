import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';

/** Errors of data files and images, for authors. */
export const MESSAGES = {
  noFile: 'No file was sent.',
  unsafeName: 'This name cannot be used on every system. Rename the file and upload it again.',
  nameTaken: (name: string) => `The lesson has a file ${name} already.`,
  twin: (name: string, other: string) =>
    `The lesson has a file ${other} already. Names that differ only in upper and lower case are the same on many systems: rename ${name}, or delete the other one first.`,
  aliasTaken: (name: string, other: string) =>
    `Code finds the file ${other} by the name ${name} already, on the same screens. Choose another alias, or other screens.`,
  tooMany: (max: number) => `A lesson holds at most ${max} files.`,
  tooMuch: (maxMB: number) => `The files of a lesson hold at most ${maxMB} MB together. Large data belongs into a dataset.`,
  setupStays: `${CUSTOM_SETUP_FILE} prepares every screen of a lesson of the command line and cannot be deleted. Empty it instead.`,
  restoredNameTaken: (name: string) => `The lesson has a file ${name} again. Rename or delete that one first, then restore this one.`,
} as const;
