import { LANGUAGES, type Language } from '#platform/contract/languages.ts';

/** The info string of a fenced block in a language; empty without one. */
export function fenceName(language: Language | null): string {
  return language === null ? '' : LANGUAGES[language].fence;
}
