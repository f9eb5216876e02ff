import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';

/** Errors of data files, for authors. */
export const MESSAGES = {
  // Dictated by the specification.
  tooLarge: 'File exceeded maximum size of 50 MB',
  noText: (name: string) => `${name} is no text: download it to look into it.`,
  longText: (name: string, maxMB: number) => `${name} is longer than ${maxMB} MB: download it to look into it.`,
  notInLesson: 'One of these screens is not in this lesson.',
  unsafeAlias: 'An alias is the name of one file, without folders.',
  aliasTaken: (name: string, other: string) => `Code finds the file ${other} by the name ${name} already, on the same screens.`,
  firstTaken: (other: string) => `${other} is displayed first already: a lesson displays one file first.`,
  setupName: `A lesson of the command line runs ${CUSTOM_SETUP_FILE} before each screen: no other file can have this alias.`,
  setupSettings: `${CUSTOM_SETUP_FILE} runs before every screen of a lesson of the command line: it has no settings.`,
} as const;
