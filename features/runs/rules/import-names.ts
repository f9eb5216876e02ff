import { LANGUAGES, type Language } from '#platform/contract/languages.ts';

/** The first word of a line of a lock. */
const LOCKED = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}/;
/** Names of packages that no code can import as they are have a hyphen where their module has an underscore. */
const HYPHENS = /-/g;

/**
 * The names by which code imports the packages of a lesson and those that they need.
 *
 * @param lock Of its last build: lines that begin with the name of a package, and comments that begin with `#`.
 */
export function importNames(language: Language | null, packages: readonly string[], lock: string | null): string[] {
  if (language === null || !LANGUAGES[language].hasPackages) return [];
  const { basePackages, importedAs } = LANGUAGES[language];
  const others = new Map<string, string>(Object.entries(importedAs));
  const locked = (lock ?? '').split('\n').flatMap((line) => LOCKED.exec(line)?.[0] ?? []);
  const names = [...basePackages, ...packages, ...locked].map((name) => others.get(name.toLowerCase()) ?? name.replaceAll(HYPHENS, '_'));
  return [...new Set(names)].sort();
}
