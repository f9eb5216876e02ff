/** Texts of preflight, for authors. */
export const MESSAGES = {
  stopped: 'Preflight was stopped. What it found until then is kept.',
  changed: 'This place has changed since preflight looked at it. Look again.',
  noFix: 'This finding can’t be fixed with a click.',
  notAcceptable: 'This finding can’t be accepted. Settle it where it is.',
  notAccepted: 'This finding isn’t accepted any more.',
  notBuilt: 'The packages of this lesson aren’t built.',
  buildOutdated: 'The packages or the language changed since the last build.',
  building: 'The packages of this lesson are still being built.',
  buildFailed: 'The packages of this lesson couldn’t be built.',
  notLocked: 'The packages of this lesson aren’t locked, so the next build may install other versions.',
  datasetMissing: (name: string) => `This version of the dataset “${name}” doesn’t exist here.`,
  datasetArchived: (name: string) => `The dataset “${name}” is archived.`,
  datasetOutdated: (name: string) => `The dataset “${name}” has a newer version.`,
  datasetUpdate: 'Use the newest version',
  comment: (by: string) => `A mandatory comment by ${by} is open.`,
} as const;
