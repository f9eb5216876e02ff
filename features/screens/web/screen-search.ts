import type { MarkdownField } from '../contract/screen-texts.ts';
import type { CodeTabId } from './code-tabs.ts';

// Named here, not taken from the form: every page loads this file, and the form brings all of zod with it.
const CODE_TABS: Readonly<Record<CodeTabId, true>> = {
  initial: true,
  answer: true,
  custom: true,
  test_custom: true,
  test_cli: true,
  value_check: true,
  unit: true,
  display: true,
  inputs: true,
  setup: true,
  format_code_run: true,
  run_code: true,
  remote_run_code: true,
  legacy: true,
};
const CODES = Object.keys(CODE_TABS) as CodeTabId[];
const RESULTS = ['terminal', 'output', 'variables', 'checks', 'custom', 'files', 'application'] as const;
const PREVIEWS = ['learner', 'lesson'] as const;
const MARKDOWN: Readonly<Record<MarkdownField, true>> = {
  body_markdown: true,
  instructions_markdown: true,
  hint_markdown: true,
  success_markdown: true,
  chat_prompt: true,
};
const SECTIONS: readonly string[] = [...Object.keys(MARKDOWN), 'values', 'questions', 'skills', 'comments'];

/** What the address of a screen says beyond the screen: which tab each pane shows. Absent: its first one. */
export interface ScreenSearch {
  section?: string;
  code?: CodeTabId;
  /** The id of the data file whose tab is open instead of `code`. */
  file?: number;
  result?: (typeof RESULTS)[number];
  /** The preview as learner is open, with the screen or the whole lesson. It stays open on other screens. */
  preview?: (typeof PREVIEWS)[number];
  /** The line of the text that the page opens at, from 1. */
  line?: number;
  /** The characters of that line that are marked, from column 1; absent: all. */
  column?: number;
  length?: number;
}

/** Takes over what it knows and leaves out the rest. */
export function parseScreenSearch(search: Record<string, unknown>): ScreenSearch {
  const section = SECTIONS.find((each) => each === search['section']);
  const code = CODES.find((each) => each === search['code']);
  const result = RESULTS.find((each) => each === search['result']);
  const file = Number(search['file']);
  const preview = PREVIEWS.find((each) => each === search['preview']);
  const line = countOf(search['line']);
  const column = countOf(search['column']);
  const length = countOf(search['length']);
  return {
    ...(section && { section }),
    ...(code && { code }),
    ...(Number.isSafeInteger(file) && file > 0 && { file }),
    ...(result && { result }),
    ...(line !== null && { line }),
    ...(line !== null && column !== null && { column }),
    ...(line !== null && column !== null && length !== null && { length }),
    ...(preview && { preview }),
  };
}

function countOf(value: unknown): number | null {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}
