import { counted } from '#platform/contract/counted.ts';
import { listNumbers } from '#platform/web/ui/number-list.ts';

/** The texts of the lessons list and the lesson page; most failures are dictated by the specification. */
export const MESSAGES = {
  firstTitle: 'Your first lesson',
  firstAbout: 'A lesson is a numbered series of screens. Learners read them, answer their questions and run their code.',
  firstSamples: (numbers: string) => `Lessons ${numbers} are samples. Open one to look around, or clone it to try something.`,
  templatesFailed: 'Couldn’t load the templates. Try again later.',
  templateFailed: 'Couldn’t save whether this is a template. Try again later.',
  aboutTemplate:
    'Everyone on the team can start a new lesson from a copy of it. This takes effect immediately, for every version of the lesson.',
  whatDuplicates:
    'It gets the screens, questions, tests, files, packages and datasets, and is independent from then on. Comments and history are not copied.',
  createFailed: 'An error occurred while creating the lesson.',
  fixFailed: 'Couldn’t open your copy of the lesson. Try again later.',
  cloneFailed: 'An error occurred while cloning the lesson.',
  syncFailed: 'An error occurred while synchronizing the lesson.',
  releasesFailed: 'An error occurred while loading the mission releases.',
  moveFailed: 'An error occurred while moving the lessons.',
  copyFailed: 'Couldn’t copy the lesson.',
  copyManyFailed: 'Couldn’t copy the lessons.',
  broughtMany: (numbers: string, isMove: boolean) =>
    isMove
      ? `Lessons ${numbers} move to the release that you choose, with their comments, tests and links.`
      : `Lessons ${numbers} stay where they are, and the release that you choose gets a copy of each.`,
  copiedMany: (count: number, release: string) => `${counted(count, 'lesson')} ${count === 1 ? 'was' : 'were'} copied to ${release}.`,
  releaseMissing: 'You must select one of the releases.',
  movedMany: (count: number, release: string) => `${count} lessons were moved to ${release}.`,
  moveStopped: (moved: number, all: number, release: string) =>
    `Stopped. ${moved} of ${all} lessons ${moved === 1 ? 'is' : 'are'} in ${release} now, and the others stay where they are.`,
  movedBackMany: (count: number) => `${count} lessons were moved back.`,
  publishedStay: 'Published lessons can’t be moved or deleted. Copy them, or remove them from the selection.',
  reviewPublished: 'Published lessons need no review. Remove them from the selection.',
  reviewOneRelease: 'A release is reviewed as a whole. Select lessons of one release, or move them to one.',
  tooManyToTest: (max: number) => `Select at most ${counted(max, 'lesson')} to test them.`,
  tooManyForCsv: (most: number) => `Select at most ${counted(most, 'lesson')} to export them as CSV.`,
  exportSelectedFailed: 'Couldn’t export the lessons.',
  confirmDeleteMany: (numbers: readonly number[]) => `Delete the lessons ${listNumbers(numbers)}?`,
  deletedKept: (days: number) => `You can restore them from the Trash for ${days} days.`,
  deletedMany: (count: number) => `${counted(count, 'lesson')} deleted.`,
  restoreManyFailed: (sequence: number) => `Couldn’t restore lesson ${sequence}.`,
  optionsPublished: 'The options of a published lesson cannot be changed; it can be cloned.',
  syncPublished: 'Published lessons are updated from main automatically.',
  syncShallow: 'Import the lesson to sync it.',
  movedBack: (sequence: number, release: string) => `Lesson ${sequence} was moved back to ${release}.`,
  moved: (sequence: number, release: string) => `Lesson ${sequence} was moved to ${release}.`,
  copied: (sequence: number, release: string) => `Lesson ${sequence} was copied to ${release}.`,
  synced: {
    'up to date': (sequence: number) => `Lesson ${sequence} is up to date.`,
    'taken in': (sequence: number) => `Lesson ${sequence} updated from its branch.`,
    merged: (sequence: number) => `Lesson ${sequence} and its branch were merged.`,
    resolved: (sequence: number) => `The conflict of lesson ${sequence} and its branch is resolved.`,
  },
  lessonLoading: 'Loading the lesson…',
  screensLoading: 'Loading its screens and their questions…',
  /** With and without a reply of the server. */
  lessonFailed: { failed: 'Failed to load lesson data', unanswered: 'An error occurred while trying to load the lesson data.' },
  screensFailed: { failed: 'Failed to fetch lesson screens', unanswered: 'An error occurred while trying to load the lesson data.' },
  saveFailed: 'An error occurred while trying to save the lesson. Try again later.',
  deleteFailed: 'Couldn’t delete the lesson. Try again later.',
  screenFailed: 'Couldn’t add the screen. Try again later.',
  shallow: 'This lesson is not fully imported yet',
  comesWithImport: 'Import the lesson to see its screens, packages and tests.',
  importing: 'Importing the lesson: its screens, files and tests…',
  importFailed: 'An error occurred while importing the lesson. Try again later.',
  anyVersion: 'Any, the runner chooses',
  languageChange:
    'Updating the language will cause some answer checking/output fields to be lost! "Check code run" code sections will be discarded!',
  languageDiscards:
    'Saving clears these on every screen: the recorded output and variables of the answer, the output check, format code and legacy check code.',
  expectedValuesHint: 'Feedback then says what the answer is: “x should be 5, but it is 4.”',
  lastValueHint: 'A run prints the value of its last line, as notebooks do, unless the line ends with a semicolon.',
  filescreenHint: 'Learners edit the only file of a screen, or the one with Display first.',
  languageDiscardsCustom: 'It also clears custom check code: the new language has no custom answer checking.',
  relatedLessonMissing: 'Enter the number of the lesson this assessment covers.',
  relatedLessonHint: 'Number of the lesson this assessment covers',
  textLanguageHint: 'Learners’ pages and websites declare this language and use its text direction. Code always runs left to right.',
  triesHint: 'How often a learner can hand in. Leave empty for no limit.',
  notebookHint: 'The URL of a data file of this lesson, or any other URL',
  longestTimeLimit: (seconds: number) => `At most ${seconds} seconds. Staff can allow this lesson more.`,
  portsHint: 'Ports from 1 to 65535 that the application listens on',
  exportHint: 'A zip of the lesson with its screens, files and tests. You can import it again.',
  exportUnsaved: 'It does not include your unsaved edits.',
  exportFailed: 'Couldn’t export the lesson. Try again later.',
  confirmDelete: (sequence: number, release: string) =>
    `Are you sure you want to delete lesson ${sequence} (${release})? This can't be undone.`,
  deleteKept: (days: number) => `You can restore the lesson from the Trash for ${days} days. After that, it’s deleted for good.`,
  incompleteFields: (fields: readonly string[]) =>
    `Typed but not added yet: ${fields.join(', ')}. Finish the input, or click on Save again to save without it.`,
} as const;
