import { LANGUAGES, type Language } from '#contract/languages.ts';

/** What a fenced block of a language is called in markdown; of none: nothing. */
export function fenceName(language: Language | null): string {
  return language === null ? '' : LANGUAGES[language].fence;
}
