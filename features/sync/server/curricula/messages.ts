import type { CurriculumKind } from '#features/curricula/server/index.ts';

type Names = Pick<CurriculumKind, 'name' | 'title'>;

/** Why courses and paths could not be imported or copied. */
export const MESSAGES = {
  mainRelease: ({ title }: Names) => `${title}s reach the main release by merging a release.`,
  notInBranch: ({ name }: Names, branch: string, sequence: number) => `The branch ${branch} has no ${name} ${sequence}.`,
  unreadable: (place: string, why: string) => `${place} cannot be read: ${why}`,
  twoFolders: (sequence: number, folders: readonly string[]) => `More than one folder has the number ${sequence}: ${folders.join(', ')}.`,
  numberTaken: ({ name }: Names, sequence: number) => `Another ${name} in this release has the number ${sequence}.`,
  stopped: ({ name }: Names) =>
    `Stopped. No ${name} was added. Changes that had already been merged from the code host are kept. Import again to continue.`,
  branchMissing: (branch: string) => `The branch ${branch} is not available on this server yet. Nothing was changed; try again later.`,
} as const;
