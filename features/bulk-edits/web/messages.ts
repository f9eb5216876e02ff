import { counted } from '#platform/contract/counted.ts';

/** The texts of bulk edits. */
export const MESSAGES = {
  loadFailed: 'Couldn’t load the bulk edits.',
  previewFailed: 'Couldn’t load the preview.',
  saveFailed: 'Couldn’t change the lessons. Nothing was saved.',
  undoFailed: 'Couldn’t undo the bulk edit.',
  none: 'There are no bulk edits yet. Select lessons in the lessons list and choose Edit settings.',
  importAbout: 'Export lessons as CSV, change cells in a spreadsheet, and import the file. An empty cell clears its setting.',
  fileTooLarge: (bytes: number) => `A CSV file can have at most ${bytes / 1_000_000} MB. Split it into several files.`,
  fileEncoding: 'Couldn’t read the file. Save it as “CSV UTF-8” in the spreadsheet, and choose it again.',
  csvFailed: 'Couldn’t read the file.',
  unknownColumns: (names: readonly string[]) =>
    `${names.length === 1 ? 'This column isn’t a setting and is' : 'These columns aren’t settings and are'} not imported: ${names.join(', ')}.`,
  csvChanges: (count: number) => `${counted(count, 'lesson')} will change`,
  csvRefused: (count: number) => `${counted(count, 'row')} can’t be imported`,
  csvSame: (count: number) => `${counted(count, 'lesson')} won’t change`,
  stayed: (count: number) => `${counted(count, 'value')} stayed as ${count === 1 ? 'it was' : 'they were'}. Each says why.`,
  outputsAbout:
    'Runs the answer of each screen that checks an output that was never recorded, and stores the output. Screens whose code fails are left unchanged and listed.',
  outputsRecorded: (screens: number) => `${counted(screens, 'output')} recorded.`,
  noOutputs: 'No output of these lessons is missing.',
  outputsFailed: 'Couldn’t record the outputs. Nothing was saved.',
  notRecorded: (count: number) => `${counted(count, 'output')} couldn’t be recorded. Each says why.`,
  changed: (lessons: number) => `${counted(lessons, 'lesson')} changed.`,
  undone: (lessons: number, left = 0) =>
    `Undone in ${counted(lessons, 'lesson')}.${left === 0 ? '' : ` ${counted(left, 'place')} stayed as ${left === 1 ? 'it was' : 'they were'}.`}`,
  nothingUndone: (left = 0) => (left === 0 ? 'There was nothing left to undo.' : 'Nothing was undone.'),
  keeps: (count: number) => `Nothing was undone: ${counted(count, 'place')} can’t be. See the list to undo the rest.`,
  wouldStay: 'Nothing was undone. These can’t be undone now and are left unchanged; each says why. You can undo the rest.',
  states: { done: '', undone: 'Undone', partly_undone: 'Partly undone' },
  buildFailed: 'Couldn’t start the build.',
  building: (count: number) => `${counted(count, 'build')} started.`,
  noPackages: 'It has no packages to build.',
} as const;
