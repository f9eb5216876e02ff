import type { Lesson, Package } from '#contract/lessons.ts';
import { isPycheck, type AnswerChecking } from '#contract/packages.policy.ts';

/** Packages and answer checking as they are stored. */
export function savedChecking({ packages, custom_check_enabled, legacy_check_enabled }: AnswerChecking & Partial<Lesson>): AnswerChecking {
  return { packages, custom_check_enabled, legacy_check_enabled };
}

/** Whether there is something that Build would store; our own checkers have their version from the server. */
export function isChanged(shown: AnswerChecking, saved: AnswerChecking): boolean {
  return textOf(shown) !== textOf(saved);
}

function textOf({ packages, custom_check_enabled, legacy_check_enabled }: AnswerChecking): string {
  const list = packages.map((item) => [item.name, isPycheck(item) ? null : item.version, item.show_in_editor]);
  return JSON.stringify([list, custom_check_enabled, legacy_check_enabled]);
}

/** The edits that are left when `sent` was stored; null: none. */
export function afterBuild(now: AnswerChecking | null, sent: AnswerChecking): AnswerChecking | null {
  return now === null || !isChanged(now, sent) ? null : now;
}

/**
 * The list with what was typed: a name, or a name with a version as installers write it (`rich==13.7`, `rich>=13`). A package that
 * is there already gets the version.
 */
export function withPackage(packages: readonly Package[], typed: string): Package[] {
  const [, name = typed.trim(), operator = '', version = ''] = /^([^<>=!~\s]+)\s*([<>=!~]=?)\s*(\S.*)$/.exec(typed.trim()) ?? [];
  const wanted = version === '' ? null : operator === '==' || operator === '=' ? version.trim() : `${operator}${version.trim()}`;
  const isThere = packages.some((item) => isSame(item.name, name));
  if (isThere) return packages.map((item) => (isSame(item.name, name) && wanted !== null ? { ...item, version: wanted } : item));
  return [...packages, { name, version: wanted, show_in_editor: false }];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
