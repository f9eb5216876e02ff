import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { READ_ONLY_TEXTS, type ReadOnlyReason } from '#features/lessons/lessons.policy.ts';

/** Texts for failures where the server sends none; most are dictated by the specification. */
export const SCREEN_MESSAGES = {
  gone: 'This screen no longer exists. It or its lesson was deleted.',
  /** Why a screen can't be edited, with what is possible anyway. */
  readOnly: {
    published: 'This lesson is published and cannot be edited. Clone it to work on your own version. You can still run its code here.',
    'not-theirs': `${READ_ONLY_TEXTS['not-theirs']} You can still run its code here.`,
    closed: `${READ_ONLY_TEXTS.closed} You can still run its code here.`,
    shallow: 'This lesson is not fully imported yet, so it cannot be edited.',
  } satisfies Record<ReadOnlyReason, string>,
  textKept: 'Your changes are kept in this browser. Copy or download them to use them elsewhere.',
  textStuck: 'Your unsaved changes can’t be saved here now. Copy or download them to use them elsewhere.',
  sameLines: (by: string | null) => `${by ?? 'Another author'} changed the same lines. Your edits are still here.`,
  discarded: 'This screen was restored to how it was when you opened it.',
  notDiscarded: 'Couldn’t discard your changes.',
  othersToo: (names: readonly string[]) =>
    `${names.join(' and ')} changed this screen too since you opened it. Those changes are discarded as well. You can undo this.`,
  keptHere: 'Your changes are kept here, and saving is retried.',
  notSaved: 'An error occurred while saving the screen.',
  notDeleted: 'An error occurred while deleting the screen.',
  notDuplicated: 'An error occurred while duplicating the screen.',
  notMoved: 'Couldn’t move the screen.',
  joined: (sequence: number) => `Joined screens ${sequence} and ${sequence + 1}.`,
  notJoined: 'Couldn’t join the screens.',
  split: 'Split the screen into two.',
  notSplit: 'Couldn’t split the screen.',
  undone: 'Undone.',
  notUndone: 'Couldn’t undo it.',
  notCopied: 'Couldn’t copy the screen.',
  lessonsNotLoaded: 'Couldn’t load the lessons.',
  chooseLesson: 'Choose a lesson.',
  noLesson: 'No lesson that you can edit has this number or title.',
  noOtherLesson: 'You have no other lesson that you can edit.',
  whatMoves: 'The copy is a new screen. This one goes to the trash with its comments and its history, for 30 days.',
  keptFiles: (names: readonly string[]) =>
    `That lesson has different files with these names, which were left unchanged: ${names.join(', ')}.`,
  otherLanguage: 'Its code is in a different language from that lesson.',
  moved: (screen: { sequence: number; title: string }, to: number) =>
    `“${screen.title.trim() || screenLabel(screen)}” is now screen ${to}.`,
  screensNotLoaded: 'The screens of this lesson couldn’t be loaded.',
  notCreated: 'Couldn’t create the screen.',
  noEditedFile:
    'Learners edit a file in this lesson, but this screen has none. Upload one under Packages and files of the lesson, or choose Display first for one of several.',
  checkOutputNotToggled: 'An error occurred while trying to toggle check out.',
  variableNotToggled: 'An error occurred while trying toggle variable',
};
