import { canCheckCustom, canCheckLegacy, hasPycheckPackage, versionOf } from './languages.ts';
import type { Language, Package } from './lessons.ts';
import { PYCHECK, type BuildState } from './packages.ts';

/** Packages and answer checking of a lesson, which hang together (A §4). */
export interface AnswerChecking {
  readonly packages: readonly Package[];
  readonly custom_check_enabled: boolean;
  readonly legacy_check_enabled: boolean;
}

/**
 * What comes of a wish (A §4): enabling custom checking adds the package pycheck, for languages other than the command line,
 * and turns legacy checking off; enabling legacy checking removes that package and turns custom checking off; adding or
 * removing the package toggles custom checking. What differs from `before` is what was wished; who enables both kinds at once
 * gets the custom one. What the language does not offer is off.
 */
export function coupleChecking(language: Language | null, before: AnswerChecking, wish: AnswerChecking): AnswerChecking {
  const isCustom = canCheckCustom(language) && wantsCustom(before, wish);
  const others = wish.packages.filter((item) => !isPycheck(item));
  const pycheck = wish.packages.find(isPycheck) ??
    before.packages.find(isPycheck) ?? { name: PYCHECK, version: null, show_in_editor: false };
  return {
    // Its version is that of the product, which is no content of a lesson.
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

/** What a build is about: when any of it changes, the build is an old one (A §4). */
export interface BuildSubject extends AnswerChecking {
  readonly language: Language | null;
  readonly language_version: string | null;
}

/** A text that is the same for two subjects whose builds would be the same, whatever the order of their packages. */
export function subjectText(subject: BuildSubject): string {
  const packages = subject.packages.map(({ name, version }) => `${name.toLowerCase()}=${version ?? ''}`).sort();
  return JSON.stringify([subject.language, versionOf(subject), packages, subject.custom_check_enabled, subject.legacy_check_enabled]);
}

/** Where a lesson's dependencies stand: its last build, held against what the lesson says now. */
export function buildStateOf(last: { state: 'in_progress' | 'built' | 'failed'; isOfPresent: boolean } | null): BuildState {
  if (last === null) return 'not_built';
  return last.state === 'in_progress' || last.isOfPresent ? last.state : 'needs_rebuild';
}
