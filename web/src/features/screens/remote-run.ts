import type { Language } from '#contract/lessons.ts';

/** What Run and Deploy begins with when it is switched on (A §9). */
export function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === 'sql' ? '--' : '#';
  return `${comment} This script starts the application of this screen.\n`;
}
