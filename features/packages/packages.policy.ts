import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { hasJupyterLab } from '#features/lessons/lessons.policy.ts';
import { JUPYTERLAB } from '#features/runs/contract/applications.ts';
import { canCheckCustom, canCheckLegacy, hasPycheckPackage, type Language } from '#platform/contract/languages.ts';
import { PYCHECK, type BuildState } from './contract.ts';

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
 *
 * @param asksForCustom The caller has written that custom checking is on. A script may know an older list of packages: its checks must not
 * be turned off without a word.
 */
export function applyCheckingChange(
  language: Language | null,
  before: AnswerChecking,
  wish: AnswerChecking,
  asksForCustom = false,
): AnswerChecking {
  const isCustom = canCheckCustom(language) && (asksForCustom || wantsCustom(before, wish));
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

/** The packages of a lesson whose features change: turning JupyterLab on adds its package. */
export function packagesForFeatures(
  before: Pick<LessonFields, 'language' | 'enabled_features'>,
  after: Pick<LessonFields, 'language' | 'enabled_features'>,
  packages: readonly Package[],
): readonly Package[] {
  const isNew = hasJupyterLab(after) && !hasJupyterLab(before);
  if (!isNew || packages.some(({ name }) => name.trim().toLowerCase() === JUPYTERLAB)) return packages;
  return [...packages, { name: JUPYTERLAB, version: null, show_in_editor: false }];
}

export function isPycheck({ name }: Pick<Package, 'name'>): boolean {
  return name.trim().toLowerCase() === PYCHECK;
}

/** State of a lesson's dependencies: its last build compared with the current lesson. */
export function buildStateOf(last: { state: 'in_progress' | 'built' | 'failed'; isOfPresent: boolean } | null): BuildState {
  if (last === null) return 'not_built';
  return last.state === 'in_progress' || last.isOfPresent ? last.state : 'needs_rebuild';
}

/** A custom check that is saved or tried. */
interface CheckEdit {
  readonly before: string;
  readonly after: string;
  /** No other screen of the lesson has a custom check. */
  readonly isFirst: boolean;
}

/**
 * Whether a custom check turns custom checking of its lesson on: the first one that is written does. If other screens have checks,
 * the author has turned it off; legacy checks are only replaced on request.
 */
export function turnsCustomOn(lesson: Omit<AnswerChecking, 'packages'> & { language: Language | null }, edit: CheckEdit): boolean {
  if (!canCheckCustom(lesson.language) || lesson.custom_check_enabled || lesson.legacy_check_enabled) return false;
  return edit.isFirst && edit.before.trim() === '' && edit.after.trim() !== '';
}
