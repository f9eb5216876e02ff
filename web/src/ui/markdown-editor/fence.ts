import type { Language } from '#contract/lessons.ts';

/** The info string of a fenced block in a language; empty without one. */
export function fenceName(language: Language | null): string {
  return language === 'cli' ? 'bash' : (language ?? '');
}
