/** For the file that identifies a folder in a zip. */
export const YAML_TOO_LARGE = 'The metadata file of this folder is too large.';

/** Errors of releases, for staff. The page's own texts are in web/. */
export const MESSAGES = {
  exportUnread: 'This lesson takes too long to read. Its texts are too long or too many: split it, and export it again.',
  releaseOfBranch: (branch: string, release: string) => `The release “${release}” already uses the branch ${branch}.`,
  branchOnHost: (branch: string) => `The branch ${branch} already exists on the code host. Import it, or choose another name.`,
  branchNameTaken: (branch: string) => `The branch name ${branch} is taken, or conflicts with another branch. Choose another name.`,
  branchNotOnHost: (branch: string) => `The code host has no branch ${branch}.`,
  notOnBranch: (branch: string, commit: string) => `The branch ${branch} doesn’t contain the commit ${commit}.`,
  notNewest: (branch: string, commit: string) =>
    `${commit} isn’t the newest commit of the branch ${branch}, and only that can be imported. Leave out version_minor to import it.`,
  noReleaseOfBranch: (branch: string) => `No release uses the branch ${branch}.`,
  unreachable: (text: string) => `The code host cannot be reached: ${text}`,
  noMain: 'The content repository has no main branch.',
  notMerged: (release: string) => `Nothing in ${release} has been merged, so there is nothing to revert.`,
  changedSince: (places: readonly string[]) =>
    `Main has changed the same content since then, in ${places.join(', ')}. Nothing was reverted. Restore what you need from the history instead.`,
  nothingToRevert: 'Main has nothing left of this merge, so there is nothing to revert.',
  noSource: 'The release to copy from must exist.',
  sameSource: 'Choose another release to copy lessons from.',
  modelByLead: 'Only leads and owners can allow the language model in a release.',
  mainPreflight: 'Main has no pull request, so it cannot require preflight.',
  mainName: 'The main release cannot be renamed.',
  mainImports: 'Main is imported automatically.',
  mainTakes: 'Lessons cannot be added to the main release directly. Merge a release instead.',
  mainGives: 'Lessons cannot be moved out of the main release. Copy them instead.',
  mainStays: 'The main release cannot be deleted.',
  draftsOfOther: (name: string) => `${name} cannot be deleted: it belongs to another author and has lessons, courses or paths.`,
  commitNotHere: (branch: string) => `The branch ${branch} is not available. Sync the lesson, then import it.`,
  notExported: 'This lesson is not on its branch yet. Save it, then export it.',
  numberTwice: 'You chose two versions of the same lesson number. Export them one by one.',
  tooManyToExport: (max: number) => `At most ${max.toLocaleString('en')} lessons can be exported at once.`,
  noLessonsToExport: 'There are no lessons to export.',
  exportOne: 'Choose one course or release.',
  nothingToExport: 'This release has no lessons, courses or paths to export.',
  courseNotExported: 'This course is not on its branch yet. Save it, then export it.',
  notCommitted: 'The latest changes are saved but not committed yet, so the export would be incomplete. Try again in a moment.',
  branchNotHere: (branch: string) => `The branch ${branch} is not available. Sync the lesson, then export it.`,
  notInBranch: (branch: string, sequence: number) => `The branch ${branch} has no lesson ${sequence}.`,
  twoFolders: (sequence: number, folders: readonly string[]) => `More than one folder has the number ${sequence}: ${folders.join(', ')}.`,
  unreadable: (folder: string, why: string) => `lessons/${folder} cannot be read: ${why}`,
  noNumber: 'lesson.yaml has no valid number.',
  isThere: (sequence: number, release: string) => `Lesson ${sequence} is already in ${release}.`,
  tooManyFiles: (folder: string, max: number) =>
    `The folder ${folder === '' ? 'at the root of the zip' : folder} has more than ${max.toLocaleString('en')} files. Use a dataset for its data, or remove files.`,
  notInRelease: (sequence: number, release: string) => `Lesson ${sequence} is not in ${release}.`,
  isGone: 'It was deleted.',
  mainIsNewer: (release: string, isClosed: boolean) =>
    isClosed
      ? `Main has a newer version than ${release}. Take that one.`
      : `Main has a newer version than ${release}. Update ${release} from main first, or take main’s version. Otherwise main’s change would be undone.`,
  numberTaken: (sequence: number) => `Another folder of the release has the number ${sequence}.`,
  stopped: {
    create: 'Stopped. If the release is listed, it has the lessons imported so far; use Import to add the others.',
    import: 'Stopped. The lessons imported so far are kept.',
    copy: 'Stopped. No lessons were copied.',
    move: 'Stopped. No lessons were moved.',
    zip: 'Stopped. If the release is listed, its branch has every lesson of the zip; use Import to add the missing ones.',
  },
} as const;
