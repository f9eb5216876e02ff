import type { Checker } from '#contract/checkers.ts';
import type { Language } from '#contract/lessons.ts';

/** The group of all checkers. */
export const ALL_CHECKERS = 'All';

/** The checkers available for a language, by name. */
export function checkersFor(checkers: readonly Checker[], language: Language | null): Checker[] {
  return checkers
    .filter((checker) => (checker.language as readonly string[]).includes(language ?? ''))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The groups, `All` first. */
export function checkerGroups(checkers: readonly Checker[]): string[] {
  return [ALL_CHECKERS, ...new Set(checkers.map((checker) => checker.group).sort((a, b) => a.localeCompare(b)))];
}

/** Checkers of a group that match every search word in name or description; name matches come first. */
export function findCheckers(checkers: readonly Checker[], group: string, search: string): Checker[] {
  const words = search
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const inGroup = checkers.filter((checker) => group === ALL_CHECKERS || checker.group === group);
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = inGroup.filter((checker) => isIn(checker.name));
  return [...named, ...inGroup.filter((checker) => !isIn(checker.name) && isIn(`${checker.name} ${checker.description}`))];
}
