import type { Language } from '#contract/lessons.ts';

/** The script that Run and Deploy starts with when it is switched on. */
export function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === 'sql' ? '--' : '#';
  return `${comment} This script starts the application of this screen.\n`;
}
