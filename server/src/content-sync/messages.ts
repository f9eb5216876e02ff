/** For the file that identifies a folder in a zip. */
export const SHEET_TOO_LARGE = 'The file that says what is in this folder is too large to be read.';

/** Errors of releases, for staff. The page's own texts are in web/. */
export const MESSAGES = {
  releaseOfBranch: (branch: string, release: string) => `The release “${release}” has the branch ${branch} already.`,
  branchOnHost: (branch: string) => `The code host has a branch ${branch} already. Import it, or choose another name.`,
  branchNameTaken: (branch: string) => `A branch cannot be named ${branch}: another branch has this name, or a part of it.`,
  branchNotOnHost: (branch: string) => `The code host has no branch ${branch}.`,
  noReleaseOfBranch: (branch: string) => `No release has the branch ${branch}.`,
  unreachable: (text: string) => `The code host cannot be reached: ${text}`,
  noMain: 'The content repository has no main branch.',
  noSource: 'The release to copy from must exist.',
  sameSource: 'A release cannot take lessons from itself.',
  mainName: 'The main release keeps its name.',
  mainImports: 'Main is imported by itself whenever it moves.',
  mainTakes: 'Lessons come into the main release by merging a release.',
  mainGives: 'Lessons cannot be moved out of the main release. Copy them.',
  mainStays: 'The main release cannot be deleted.',
  draftsOfOther: (name: string) => `${name} has lessons, courses or paths and belongs to somebody else. It cannot be deleted.`,
  commitNotHere: (branch: string) => `The branch ${branch} is not here at the moment. Synchronize the lesson, then import it.`,
  notExported: 'There is no folder of this lesson in its branch yet. Save it, then export it.',
  nothingToExport: 'This release has no lessons, courses or paths to export.',
  courseNotExported: 'There is no folder of this course in its branch yet. Save it, then export it.',
  notCommitted: 'The last saves are not committed yet, so the export would lack them. They are kept: try again in a moment.',
  branchNotHere: (branch: string) => `The branch ${branch} is not here at the moment. Synchronize the lesson, then export it.`,
  notInBranch: (branch: string, sequence: number) => `The branch ${branch} has no lesson ${sequence}.`,
  twoFolders: (sequence: number, folders: readonly string[]) => `More than one folder has the number ${sequence}: ${folders.join(', ')}.`,
  unreadable: (folder: string, why: string) => `lessons/${folder} cannot be read: ${why}`,
  noNumber: 'lesson.yaml has no number that can be read.',
  isThere: (sequence: number, release: string) => `Lesson ${sequence} is in ${release} already.`,
  tooManyFiles: (folder: string, max: number) =>
    `The folder ${folder === '' ? 'at the root of the zip' : folder} has more than ${max.toLocaleString('en')} files. Make its data a dataset, or leave files out.`,
  notInRelease: (sequence: number, release: string) => `Lesson ${sequence} is not in ${release}.`,
  isGone: 'It was deleted meanwhile.',
  numberTaken: (sequence: number) => `Another folder of the release has the number ${sequence}.`,
  stopped: {
    create: 'Stopped. If the release is in the list, it has the lessons that were read so far; Import brings in the others.',
    import: 'Stopped. The lessons that were read so far are kept.',
    copy: 'Stopped. No lesson was copied.',
    zip: 'Stopped. If the release is in the list, its branch has every lesson of the zip, and Import brings in those that are missing.',
  },
} as const;
