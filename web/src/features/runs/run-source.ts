/**
 * Whose code is run, as a person calls it. Checks, the value and the format are tried on the answer, so they are no source
 * of their own.
 */
export const RUN_SOURCES = {
  initial: 'Initial code',
  display: 'Display code',
  setup: 'Setup code',
  remote_run_code: 'Remote run code',
  answer: 'Answer code',
  test_custom: 'Custom test',
  test_cli: 'Custom test',
  run_code: 'Run',
  /** Found on coming back, begun in another browser. */
  earlier: 'Earlier run',
} as const;
export type RunSource = keyof typeof RUN_SOURCES;
