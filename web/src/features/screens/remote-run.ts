import { LANGUAGES, type Language } from '#contract/languages.ts';

/** What Run and Deploy begins with when it is switched on (A §9). */
export function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === null ? '#' : LANGUAGES[language].comment;
  return `${comment} This script starts the application of this screen.\n`;
}
