import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';

/** Errors of data files, for authors. */
export const MESSAGES = {
  noText: (name: string) => `${name} is not a text file. Download it to view it.`,
  longText: (name: string, maxMB: number) => `${name} is longer than ${maxMB} MB. Download it to view it.`,
  notInLesson: 'One of these screens is not in this lesson.',
  unsafeAlias: 'An alias is the name of one file, without folders.',
  aliasTaken: (name: string, other: string) => `The file ${other} already uses the name ${name} on the same screens. Choose another alias.`,
  firstTaken: (other: string) => `${other} is already displayed first, and only one file can be. Change that file first.`,
  setupName: `Command line lessons run ${CUSTOM_SETUP_FILE} before each screen, so no other file can have this name or alias.`,
  setupSettings: `${CUSTOM_SETUP_FILE} runs before every screen of a command line lesson and has no settings.`,
} as const;
