/** Limits that server and page share. Sizes in bytes, times in milliseconds. */
export const LIMITS = {
  imageBytes: 5_242_880,
  dataFileBytes: 52_428_800,
  screenErrorToastMs: 5_000,
  dependencyPollMs: 5_000,
  runPollMs: 10_000,
  deployRetries: 3,
  deployRetryMs: 2_000,
  deployPollMs: 10_000,
  shareDaysMin: 1,
  shareDaysMax: 365,
  shareDaysFirst: 14,
  loginPopupPollMs: 100,
  loginPopupSize: 500,
  tablePageSize: 8,
  longTablePageSize: 10,
  pickerPageSize: 5,
  editorIndent: 4,
  timeoutSecondsMin: 1,
  timeoutSecondsMax: 3_600,
  timeoutSecondsDefault: 15,
  /** Limit for Long-running code. */
  longRunSeconds: 3_600,
  /** Hand-ins of an assessment that an author may allow. */
  assessmentTriesMax: 20,
  sqlMaxRowsMin: 1,
  sqlMaxRowsMax: 100,
  sqlMaxRowsDefault: 20,
  passwordMin: 10,
  passwordMax: 200,
  titleMax: 300,
  textMax: 1_000_000,
  messageMax: 2_000,
  /** Characters of a passage quoted by a comment. */
  quoteMax: 2_000,
  sequenceMax: 1_000_000_000,
  /** Per lesson. */
  packagesMax: 200,
  /** Per screen. */
  questionsMax: 100,
  /** Per question. */
  optionsMax: 100,
  /** Per list of a question: lines, pairs, accepted answers. */
  rowsMax: 100,
  /** Characters of a text that is read whenever a question is opened or judged. */
  shortTextMax: 20_000,
  /** Characters of one text that a learner answers with. */
  answerMax: 10_000,
  /** Words whose spelling is asked for at once. */
  spelledMax: 1_000,
  skillNameMax: 300,
  skillPointsMin: 1,
  skillPointsMax: 5,
  skillPointsFirst: 1,
} as const;

/** Refuses a data file. The specification dictates the sentence. */
export const FILE_TOO_LARGE = `File exceeded maximum size of ${LIMITS.dataFileBytes / 1024 ** 2} MB`;
