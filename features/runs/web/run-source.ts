import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';

/** The code that runs. Checks, value and format run on the answer, so they are not sources. */
export const RUN_SOURCES = {
  initial: SCREEN_FIELD_LABELS.initial_code,
  display: SCREEN_FIELD_LABELS.display_code,
  setup: SCREEN_FIELD_LABELS.setup_code,
  remote_run_code: SCREEN_FIELD_LABELS.remote_run_code,
  answer: SCREEN_FIELD_LABELS.answer_code,
  test_custom: 'Custom test',
  test_cli: 'Custom test',
  run_code: 'Run',
  /** A run found on return, started in another browser. */
  earlier: 'Earlier run',
} as const;
export type RunSource = keyof typeof RUN_SOURCES;
