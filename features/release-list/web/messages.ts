import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  loadFailed: 'Couldn’t load the releases. Try again later.',
  empty: 'There are no releases yet. Add the first one.',
  noMatch: 'No releases match.',
  releaseUnknown: (text: string) => `There is no release “${text}”. Choose one from the list, or leave this empty.`,
  mergeRules: (approvals: number) =>
    approvals === 0
      ? 'To merge a release, settle its mandatory comments and fix its failing tests. No approval is needed.'
      : `To merge a release, settle its mandatory comments, fix its failing tests and get ${counted(
          approvals,
          'approval',
        )} by someone who neither opened it nor changed anything in it.`,
  mergeRulesPlace: 'Owners set the number of approvals under Rules. A larger number in .lessonwright.yaml on the main branch counts.',
  mergeRulesProblem: (problem: string) => `The file .lessonwright.yaml on the main branch can’t be used, so the default holds: ${problem}`,
  preflightRequired: 'Preflight must pass before merge',
  preflightRule: 'The rules of this installation require it of every release.',
  preflightRequiredHint: 'Its pull request can’t be merged while preflight finds errors in the lessons that it changes.',
  modelAllowed: 'Authors may ask the language model',
  modelAllowedHint: 'Texts of its lessons go to the model of this installation. Each author sees what is sent before.',
  tooManyToTest: (max: number) => `It has more than ${counted(max, 'lesson')}. Test them from the lessons list.`,
  mainImports: 'Main is imported automatically whenever it changes',
  closed: 'This release was merged and is closed. Reopen it to change its lessons.',
  mainEdits: 'To change main, merge a release',
  noLessons: 'No lessons yet. Import some from its branch.',
  mainEmpty: 'No lessons are published yet.',
  lessonsLoading: 'Loading the lessons…',
  lessonsFailed: 'Couldn’t load the lessons.',
  zipMissing: 'Choose a .zip file.',
  zipWrong: 'Only .zip files can be used.',
  createFailed: 'Could not create the release.',
  importReleaseFailed: 'Could not import the release.',
  validateFailed: 'An error occurred while validating the lesson list.',
  importFailed: 'An error occurred while importing the lessons.',
  numbersEmpty: 'Enter at least one lesson number.',
  releaseNameEmpty: 'The release name cannot be empty.',
  renameFailed: 'An error occurred while renaming the release.',
  copyFailed: 'An error occurred while moving the lessons.',
  editedFailed: 'An error occurred while loading edited lessons.',
  noEdited: 'No lesson of this release differs from main. Enter other lesson numbers below.',
  deleteFailed: 'Couldn’t delete the release.',
  confirmDelete: (name: string, branch: string, lessons: number) =>
    `Delete the release “${name}”?\n\nIts branch ${branch} stays on the code host, with everything on it. ${
      lessons === 0 ? 'It has no lessons here.' : `Its ${lessons === 1 ? 'lesson goes' : `${lessons} lessons go`} to the trash for 30 days.`
    }`,
  created: (name: string) => `Release “${name}” created.`,
  saved: (name: string) => `Release “${name}” saved.`,
  deleted: (name: string) => `Release “${name}” deleted.`,
  imported: (count: number, name: string) => `${counted(count, 'lesson')} imported into “${name}”.`,
  copied: (count: number, name: string) => `${counted(count, 'lesson')} copied into “${name}”.`,
  partial: (numbers: string) => `Lesson(s) ${numbers} could not be imported.`,
  partialCopy: (numbers: string) => `Lesson(s) ${numbers} could not be copied.`,
  partialCurricula: (count: number) =>
    count === 1 ? '1 course or path could not be imported.' : `${count} courses or paths could not be imported.`,
  refused: (count: number) => (count === 1 ? '1 file in the zip was skipped.' : `${count} files in the zip were skipped.`),
  deletedOnHost: (at: Date) => `The branch was deleted on the code host on ${at.toLocaleDateString('en', { dateStyle: 'medium' })}.`,
  detached: 'Detached from the code host: saves are committed here but not pushed.',
  exportHint: 'Export the release as a .zip file for Create from Zip',
  moreFormats: 'Export the lessons as notebooks, a MyST or Quarto project, or a website',
  exporting: (release: string) => `Exporting ${release}…`,
  exportFailed: (release: string) => `Couldn’t export ${release}.`,
} as const;
