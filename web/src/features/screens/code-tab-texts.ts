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
  initial: { label: 'Initial code', edits: { field: 'initial_code' } },
  display: { label: 'Display code', edits: { field: 'display_code' } },
  setup: { label: 'Setup code', edits: { field: 'setup_code' } },
  remote_run_code: { label: 'Remote run code', edits: { field: 'remote_run_code' } },
  format_code_run: { label: 'Format code', edits: { field: 'format_code_run' } },
  answer: { label: 'Answer code', edits: { field: 'answer_code' } },
  custom: { label: 'Custom check', edits: { field: 'custom_check_code' }, isPython: true },
  test_custom: { label: 'Custom test', edits: { scratch: 'test_custom' } },
  test_cli: { label: 'Custom test', edits: { scratch: 'test_cli' } },
  run_code: { label: 'Run', edits: { scratch: 'run_code' } },
  value_check: { label: 'Check value', edits: null },
  legacy: { label: 'Legacy check', edits: { field: 'legacy_check_code' } },
};
