import type { Language } from '#contract/lessons.ts';

/** What a fenced block of a language is called in markdown; of none: nothing. */
export function fenceName(language: Language | null): string {
  return language === 'cli' ? 'bash' : (language ?? '');
}
