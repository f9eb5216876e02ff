import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  explained:
    'Runs every answer of this release with today’s packages and with others, and lists what differs by its cause. Nothing in the release changes.',
  loadFailed: 'Couldn’t load the rehearsal. Try again later.',
  startFailed: 'Couldn’t start the rehearsal.',
  stopFailed: 'Couldn’t stop the rehearsal.',
  continueFailed: 'Couldn’t continue the rehearsal.',
  releaseFailed: 'Couldn’t upgrade the lessons.',
  differencesFailed: 'Couldn’t load the differences.',
  nothingToTry: 'No lesson of this release lists packages, so there is nothing to upgrade.',
  notImported: (lessons: number) => `${counted(lessons, 'lesson')} aren’t fully imported and are left out.`,
  stopped: (done: number, total: number) => `Stopped after ${done} of ${counted(total, 'screen')}. The results so far are kept.`,
  failed: (reason: string) => `The rehearsal couldn’t continue: ${reason}`,
  allSame: (screens: number) => `Nothing differs on ${counted(screens, 'screen')}.`,
  differs: (screens: number, groups: number, total: number) =>
    `${counted(screens, 'screen')} of ${total} ${screens === 1 ? 'differs' : 'differ'}, from ${counted(groups, 'cause')}.`,
  canRelease: (lessons: number) =>
    lessons === 0 ? 'No lesson ran without differences.' : `${counted(lessons, 'lesson')} can be upgraded: nothing differs.`,
  upgraded: (lessons: number, release: string) => `${counted(lessons, 'lesson')} upgraded in ${release}.`,
  left: (lessons: number) => `${counted(lessons, 'lesson')} ${lessons === 1 ? 'was' : 'were'} left out:`,
  releaseMissing: 'Choose a release.',
  nothingChosen: 'Choose at least one package or another version.',
} as const;
