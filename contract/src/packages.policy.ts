import { canCheckCustom, canCheckLegacy, hasPycheckPackage, versionOf } from './languages.ts';
import type { Language, Package } from './lessons.ts';
import { PYCHECK, type BuildState } from './packages.ts';

/** Packages and answer checking of a lesson, which depend on each other. */
export interface AnswerChecking {
  readonly packages: readonly Package[];
  readonly custom_check_enabled: boolean;
  readonly legacy_check_enabled: boolean;
}

/**
 * Applies a requested change: enabling custom checking adds the package pycheck (except for the command line) and turns legacy
 * checking off; enabling legacy checking removes that package and turns custom checking off; adding or removing the package
 * toggles custom checking. The request is what differs from `before`; if it enables both kinds, custom wins. Whatever the
 * language doesn't offer is off.
 */
export function applyCheckingChange(language: Language | null, before: AnswerChecking, wish: AnswerChecking): AnswerChecking {
  const isCustom = canCheckCustom(language) && wantsCustom(before, wish);
  const others = wish.packages.filter((item) => !isPycheck(item));
  const pycheck = wish.packages.find(isPycheck) ??
    before.packages.find(isPycheck) ?? { name: PYCHECK, version: null, show_in_editor: false };
  return {
    // Its version is that of the product and not part of a lesson's content.
    packages: isCustom && hasPycheckPackage(language) ? [...others, { ...pycheck, name: PYCHECK, version: null }] : others,
    custom_check_enabled: isCustom,
    legacy_check_enabled: canCheckLegacy(language) && wish.legacy_check_enabled && !isCustom,
  };
}

function wantsCustom(before: AnswerChecking, wish: AnswerChecking): boolean {
  const hasPycheck = wish.packages.some(isPycheck);
  if (wish.custom_check_enabled !== before.custom_check_enabled) return wish.custom_check_enabled;
  if (wish.legacy_check_enabled && !before.legacy_check_enabled) return false;
  if (hasPycheck !== before.packages.some(isPycheck)) return hasPycheck;
  return wish.custom_check_enabled;
}

export function isPycheck({ name }: Pick<Package, 'name'>): boolean {
  return name.trim().toLowerCase() === PYCHECK;
}

/** The inputs of a build: if any of them changes, the build is outdated. */
export interface BuildSubject extends AnswerChecking {
  readonly language: Language | null;
  readonly language_version: string | null;
}

/** A text that is equal for subjects with equal builds, whatever the order of their packages. */
export function subjectText(subject: BuildSubject): string {
  const packages = subject.packages.map(({ name, version }) => `${name.toLowerCase()}=${version ?? ''}`).sort();
  return JSON.stringify([subject.language, versionOf(subject), packages, subject.custom_check_enabled, subject.legacy_check_enabled]);
}

/** State of a lesson's dependencies: its last build compared with the current lesson. */
export function buildStateOf(last: { state: 'in_progress' | 'built' | 'failed'; isOfPresent: boolean } | null): BuildState {
  if (last === null) return 'not_built';
  return last.state === 'in_progress' || last.isOfPresent ? last.state : 'needs_rebuild';
}
