import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { Files } from './lesson-content.ts';

/** Texts of a screen that have their own files in the screen's folder. `.*` stands for the extension of the lesson's language. */
export const TEXT_FILES = {
  body_markdown: 'learn.md',
  instructions_markdown: 'instructions.md',
  hint_markdown: 'hint.md',
  chat_prompt: 'chat_prompt.md',
  setup_code: 'code/setup.*',
  initial_code: 'code/initial.*',
  display_code: 'code/display.*',
  answer_code: 'code/answer.*',
  custom_check_code: 'code/custom_check.py',
  legacy_check_code: 'code/legacy_check.*',
  unit_test_code: 'code/unit_test.*',
  remote_run_code: 'code/remote_run.*',
  format_code_run: 'code/format.*',
} as const;

export type TextField = keyof typeof TEXT_FILES;
export const TEXT_FIELDS = Object.keys(TEXT_FILES) as TextField[];

const NO_LANGUAGE = 'txt';

/** Path of a text to write: `pattern` with the language's extension. */
export function codePath(pattern: string, language: Language | null): string {
  return pattern.replace(/\.\*$/, `.${language === null ? NO_LANGUAGE : LANGUAGES[language].files.code}`);
}

/**
 * Finds a text: with the extension of the lesson's language, otherwise with that of any other, in case the author changed the
 * language but not the files.
 */
export function findCode(files: Files, pattern: string, language: Language | null): string | undefined {
  const usual = codePath(pattern, language);
  if (files.has(usual) || !pattern.endsWith('.*')) return files.has(usual) ? usual : undefined;
  const others = [...Object.values(LANGUAGES).map(({ files: { code } }) => code), NO_LANGUAGE].map((ending) =>
    pattern.replace(/\*$/, ending),
  );
  return others.find((path) => files.has(path));
}
