/** Texts of preflight, for authors. */
export const MESSAGES = {
  stopped: 'Preflight was stopped. Its findings so far are kept.',
  linksStopped: 'Checking links was stopped. The findings so far are kept.',
  dictionaryBusy: 'The dictionary is busy with other texts. Try again in a minute.',
  busy: 'Preflight is busy with other lessons. Nothing was stored. Try again in a minute.',
  spellingTooExpensive: 'The texts of this lesson are too long to look for its names.',
  linksOff: 'This installation doesn’t check links to other sites.',
  unchecked: 'Checking this lesson took too long. If that happens again, its texts are too long or too many: split it.',
  changed: 'This text has changed since the last check. Check the lesson again.',
  noFix: 'This finding has no automatic fix.',
  notAcceptable: 'This finding can’t be accepted. Fix it in the lesson.',
  notAccepted: 'This finding is no longer accepted.',
  notBuilt: 'The packages of this lesson aren’t built.',
  buildOutdated: 'The packages or the language changed since the last build.',
  building: 'The packages of this lesson are still being built.',
  buildFailed: 'The packages of this lesson couldn’t be built.',
  notLocked: 'The packages of this lesson aren’t locked, so the next build may install other versions.',
  datasetMissing: (name: string) => `This version of the dataset “${name}” doesn’t exist here.`,
  datasetArchived: (name: string) => `The dataset “${name}” is archived.`,
  datasetOutdated: (name: string) => `The dataset “${name}” has a newer version.`,
  datasetUpdate: 'Use the newest version',
  answerFails: (why = '') => `The answer doesn’t pass its own checks${why === '' ? '.' : `: ${why}`}`,
  initialPasses: 'The initial code already passes the checks, so learners can continue without doing anything.',
  letPass: 'Let the initial code pass',
  testFails: (name: string, why = '') => `The test “${name}” doesn’t give the result that it expects${why === '' ? '.' : `: ${why}`}`,
  nearLimit: (seconds: number, limit: number) => `The answer ran for ${seconds} of the ${limit} seconds that it may take.`,
  unsettledRows:
    'Several rows tie in the answer’s ORDER BY, and its LIMIT takes only some of them. Submissions with other tied rows pass, too. To allow only these rows, sort by another column as well.',
  /** The first of several that an examination found. */
  examined: (text: string, others: number) =>
    others > 0 ? `${text.replace(/\.$/, '')}, and there ${others === 1 ? 'is 1 more' : `are ${others} more`} like it.` : text,
  faint: (name: string) => `Nothing in “${name}” stands out from its background: the contrast is below 3:1.`,
  encoding: (name: string, encoding: string) =>
    encoding === 'other'
      ? `“${name}” is not UTF-8 text. Save it as UTF-8, or name its encoding where code reads it.`
      : `“${name}” has the encoding ${encoding}, not UTF-8. Save it as UTF-8, or name its encoding where code reads it.`,
  tooLarge: (name: string, mostMB: number) => `“${name}” is larger than ${mostMB} MB, the limit for uploads.`,
  comment: (by: string) => `A mandatory comment by ${by} is open.`,
} as const;
