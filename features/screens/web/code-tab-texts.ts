import { SCREEN_FIELD_LABELS } from '../contract/screen-labels.ts';
import type { CodeTabId } from './code-tabs.ts';
import type { LongField } from './screen-fields.ts';

/** A text that is tried and not saved with the screen. */
export type ScratchId = 'test_custom' | 'test_cli' | 'run_code';

interface CodeTabText {
  label: string;
  /** What its editor edits; null: it has none. */
  edits: { field: LongField } | { scratch: ScratchId } | null;
  /** Check code is Python, whatever the lesson's language is. */
  isPython?: true;
}

/** The labels of the tabs, and the texts that they edit. */
export const CODE_TAB_TEXTS: Readonly<Record<CodeTabId, CodeTabText>> = {
  initial: { label: SCREEN_FIELD_LABELS.initial_code, edits: { field: 'initial_code' } },
  display: { label: SCREEN_FIELD_LABELS.display_code, edits: { field: 'display_code' } },
  setup: { label: SCREEN_FIELD_LABELS.setup_code, edits: { field: 'setup_code' } },
  remote_run_code: { label: SCREEN_FIELD_LABELS.remote_run_code, edits: { field: 'remote_run_code' } },
  format_code_run: { label: SCREEN_FIELD_LABELS.format_code_run, edits: { field: 'format_code_run' } },
  answer: { label: SCREEN_FIELD_LABELS.answer_code, edits: { field: 'answer_code' } },
  custom: { label: SCREEN_FIELD_LABELS.custom_check_code, edits: { field: 'custom_check_code' }, isPython: true },
  test_custom: { label: 'Custom test', edits: { scratch: 'test_custom' } },
  test_cli: { label: 'Custom test', edits: { scratch: 'test_cli' } },
  run_code: { label: 'Run', edits: { scratch: 'run_code' } },
  value_check: { label: SCREEN_FIELD_LABELS.check_val, edits: null },
  unit: { label: SCREEN_FIELD_LABELS.unit_test_code, edits: { field: 'unit_test_code' } },
  legacy: { label: SCREEN_FIELD_LABELS.legacy_check_code, edits: { field: 'legacy_check_code' } },
};
