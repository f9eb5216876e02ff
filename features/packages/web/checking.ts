import type { Package } from '#features/lessons/contract/lessons.ts';
import { isPycheck, type AnswerChecking } from '../packages.policy.ts';

/** The fields of a lesson about packages and answer checking. */
export function checkingOf({ packages, custom_check_enabled, legacy_check_enabled }: AnswerChecking): AnswerChecking {
  return { packages, custom_check_enabled, legacy_check_enabled };
}

/** Packages and answer checking as shown: pycheck with the version that the server assigns. */
export function shownChecking(fields: AnswerChecking, saved: readonly Package[]): AnswerChecking {
  const version = saved.find(isPycheck)?.version ?? null;
  return { ...checkingOf(fields), packages: fields.packages.map((item) => (isPycheck(item) ? { ...item, version } : item)) };
}

/** Whether edited fields of a lesson are about its packages or answer checking. */
export function isCheckingEdited(dirty: readonly string[]): boolean {
  return ['packages', 'custom_check_enabled', 'legacy_check_enabled'].some((name) => dirty.includes(name));
}

/**
 * Adds an entered package: a name, or a name with a version as installers write it (`rich==13.7`, `rich>=13`). A package already in the
 * list gets the new version.
 */
export function withPackage(packages: readonly Package[], typed: string): Package[] {
  const [, name = typed.trim(), operator = '', version = ''] = /^([^<>=!~\s]+)\s*([<>=!~]=?)\s*(\S.*)$/.exec(typed.trim()) ?? [];
  const wanted = version === '' ? null : operator === '==' || operator === '=' ? version.trim() : `${operator}${version.trim()}`;
  const isListed = packages.some((item) => isSame(item.name, name));
  if (isListed) return packages.map((item) => (isSame(item.name, name) && wanted !== null ? { ...item, version: wanted } : item));
  return [...packages, { name, version: wanted, show_in_editor: false }];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
