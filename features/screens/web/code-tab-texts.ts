import { CHECK_LANGUAGE, type Language } from '#platform/contract/languages.ts';
import { SCREEN_FIELD_LABELS } from '../contract/screen-labels.ts';
import type { CodeTabId } from './code-tabs.ts';
import type { LongField } from './screen-fields.ts';

/** A text that is tried and not saved with the screen. */
export type ScratchId = 'test_custom' | 'test_cli' | 'run_code';

interface CodeTabText {
  label: string;
  /** The part of the label that is shown in narrow panes. */
  short: string;
  /** What it is for and who sees it: in the menu, and in the empty editor. */
  purpose: string;
  /** The same key for the same tab on every screen. */
  shortcut: string;
  /** What its editor edits; null: it has none. */
  edits: { field: LongField } | { scratch: ScratchId } | null;
  /** What it is written in; absent: the language of the lesson. Check code is Python, whatever that is. */
  writtenIn?: 'check language' | 'text';
}

const TEST = {
  label: 'Custom test',
  short: 'test',
  purpose: 'Try the checks on any code. Only you see it: it is kept in this browser and not saved with the screen.',
  shortcut: 'Jump+4',
};

/** The labels of the tabs, and the texts that they edit. */
export const CODE_TAB_TEXTS: Readonly<Record<CodeTabId, CodeTabText>> = {
  initial: {
    label: SCREEN_FIELD_LABELS.initial_code,
    short: 'Initial',
    purpose: 'The code that learners start from. They see it in their editor and change it.',
    shortcut: 'Jump+1',
    edits: { field: 'initial_code' },
  },
  answer: {
    label: SCREEN_FIELD_LABELS.answer_code,
    short: 'Answer',
    purpose: 'Your solution. It makes the expected output and values; learners don’t see it.',
    shortcut: 'Jump+2',
    edits: { field: 'answer_code' },
  },
  custom: {
    label: SCREEN_FIELD_LABELS.custom_check_code,
    short: 'check',
    purpose: 'Python that judges what learners submit. They see only its feedback.',
    shortcut: 'Jump+3',
    edits: { field: 'custom_check_code' },
    writtenIn: 'check language',
  },
  test_custom: { ...TEST, edits: { scratch: 'test_custom' } },
  test_cli: { ...TEST, edits: { scratch: 'test_cli' } },
  value_check: {
    label: SCREEN_FIELD_LABELS.check_val,
    short: 'value',
    purpose: 'Text or a pattern that the output or the code must contain. Learners don’t see it.',
    shortcut: 'Jump+5',
    edits: null,
  },
  unit: {
    label: SCREEN_FIELD_LABELS.unit_test_code,
    short: 'Unit tests',
    purpose: 'A test file, used unchanged. It imports the submission; you choose what learners see when a test fails.',
    shortcut: 'Jump+6',
    edits: { field: 'unit_test_code' },
  },
  display: {
    label: SCREEN_FIELD_LABELS.display_code,
    short: 'Display',
    purpose: 'Code shown above the learner’s own. Learners can read it but not change it.',
    shortcut: 'Jump+7',
    edits: { field: 'display_code' },
  },
  inputs: {
    label: SCREEN_FIELD_LABELS.inputs,
    short: 'Input',
    purpose: 'The input that the code reads, line by line. Learners see it, and can try their own with Run.',
    shortcut: 'Jump+=',
    edits: { field: 'inputs' },
    writtenIn: 'text',
  },
  setup: {
    label: SCREEN_FIELD_LABELS.setup_code,
    short: 'Setup',
    purpose: 'Runs before the code of learners, in a terminal before its first prompt. Learners don’t see it, only its results.',
    shortcut: 'Jump+Shift+0',
    edits: { field: 'setup_code' },
  },
  format_code_run: {
    label: SCREEN_FIELD_LABELS.format_code_run,
    short: 'Format',
    purpose: 'Runs before all other code of the screen, so that values print the same way. Learners don’t see it.',
    shortcut: 'Jump+8',
    edits: { field: 'format_code_run' },
  },
  run_code: {
    label: 'Run',
    short: 'Run',
    purpose: 'Try any code against the answer, which runs beside it. Only you see it: it isn’t saved with the screen.',
    shortcut: 'Jump+9',
    edits: { scratch: 'run_code' },
  },
  remote_run_code: {
    label: SCREEN_FIELD_LABELS.remote_run_code,
    short: 'Remote run',
    purpose: 'Starts the application of the screen with Run and Deploy. Learners see the application, not this script.',
    shortcut: 'Jump+0',
    edits: { field: 'remote_run_code' },
  },
  legacy: {
    label: SCREEN_FIELD_LABELS.legacy_check_code,
    short: 'Legacy',
    purpose: 'Plain assertions on the submission, in the language of the lesson. Learners don’t see them.',
    shortcut: 'Jump+-',
    edits: { field: 'legacy_check_code' },
  },
};

/** The language of the code in a tab of a lesson. */
export function languageOfTab({ language }: { readonly language: Language | null }, tab: CodeTabId): Language | null {
  const { writtenIn } = CODE_TAB_TEXTS[tab];
  return writtenIn === 'text' ? null : writtenIn === 'check language' ? CHECK_LANGUAGE : language;
}
