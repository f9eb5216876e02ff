export const MESSAGES = {
  stopped: 'Stopped. The proposal was not stored.',
  acceptStopped: 'Stopped before this proposal. It still waits; those that were accepted stay saved.',
  acceptFailed: 'This proposal was not accepted because of an internal error. It still waits; try again.',
  tooMany: (most: number) => `You have ${most} proposals that wait for a decision. Withdraw some, or wait until they are decided.`,
  oneAtATime: 'Another proposal of yours is being proven. Send this one when it is finished.',
  same: 'This changes nothing: the fields have these values already.',
  questionsOutdated:
    'The screen has changed since this revision, and questions can’t be merged. Read the screen again, and make the change from it.',
  mergeConflict: 'The same lines have changed in the meantime. Make the change again from the current version.',
  questionsChanged: 'The questions have changed in the meantime. Make the change again from the current version.',
  provenAgain: (finding: string) => `The lesson has changed, and the change doesn’t pass there any more: ${finding}`,
  changedMeanwhile: 'The lesson changed while this proposal was proven again, so it was not saved. Accept it again.',
  tooExpensive: 'The texts of this screen are too long to be compared. Nothing was stored. Propose a smaller change.',
  gone: 'The screen was deleted. Restore it to accept the proposal.',
  needsLesson: 'Name the lesson whose proposals you want.',
} as const;
