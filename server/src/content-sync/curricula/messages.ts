import type { SheetKind } from '#server/curricula/index.ts';

type Word = SheetKind['word'];

const TITLES: Readonly<Record<Word, string>> = { course: 'Course', path: 'Path' };

/** What importing and copying courses and paths say. */
export const MESSAGES = {
  mainTakes: (word: Word) => `${TITLES[word]}s come into the main release by merging a release.`,
  notInBranch: (word: Word, branch: string, sequence: number) => `The branch ${branch} has no ${word} ${sequence}.`,
  unreadable: (place: string, why: string) => `${place} cannot be read: ${why}`,
  twoFolders: (sequence: number, folders: readonly string[]) => `More than one folder has the number ${sequence}: ${folders.join(', ')}.`,
  numberTaken: (word: Word, sequence: number) => `Another ${word} of the release has the number ${sequence}.`,
  stopped: (word: Word) =>
    `Stopped. No ${word} was added; what had come from the code host into those that are here by then is kept. Importing again goes on.`,
  branchNotHere: (branch: string) => `The branch ${branch} is not here at the moment. Nothing was changed; try again later.`,
} as const;
