export const MESSAGES = {
  nothing: 'Choose at least one package or another version of a language.',
  notConcerned: 'No lesson of this release would change. Choose other packages.',
  underWay: 'A rehearsal of this release is under way. Stop it first.',
  notUnderWay: 'This rehearsal is not under way.',
  notLeft: 'This rehearsal has nothing left to run.',
  notDone: 'Wait until the rehearsal has ended, or stop it.',
  isMain: 'Main only changes by merging. Choose another release.',
  noneGreen: 'No lesson ran without differences.',
  changed: 'It has changed since the rehearsal.',
  inTarget: (release: string) => `${release} has another version of it.`,
  stopped: 'Stopped. Lessons that were upgraded before keep their packages.',
} as const;
