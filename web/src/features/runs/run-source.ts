/** The code that runs. Checks, value and format run on the answer, so they are not sources. */
export const RUN_SOURCES = {
  initial: 'Initial code',
  display: 'Display code',
  setup: 'Setup code',
  remote_run_code: 'Remote run code',
  answer: 'Answer code',
  test_custom: 'Custom test',
  test_cli: 'Custom test',
  run_code: 'Run',
  /** A run found on return, started in another browser. */
  earlier: 'Earlier run',
} as const;
export type RunSource = keyof typeof RUN_SOURCES;
