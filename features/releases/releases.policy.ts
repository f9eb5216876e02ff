import { canCall, type Actor } from '#platform/contract/roles.ts';
import type { Release } from './contract/releases.ts';

type Target = Pick<Release, 'id' | 'is_main' | 'is_closed'>;

/** Why nothing can be put into a release or changed in it; null: it can. Main changes by merging, a merged release after it is reopened. */
export function whyClosed({ is_main, is_closed }: Pick<Target, 'is_main' | 'is_closed'>): 'main' | 'closed' | null {
  if (is_main) return 'main';
  return is_closed ? 'closed' : null;
}

/** In replies and on pages. */
export function closedText(name: string): string {
  return `The release “${name}” was merged and is closed. Reopen it first, or choose another release.`;
}

/**
 * The releases that lessons can be put into.
 *
 * @param except The release that they are in.
 */
export function targetReleases<T extends Target>(releases: readonly T[], except: number | null = null): T[] {
  return releases.filter((release) => whyClosed(release) === null && release.id !== except);
}

/** Whether a person may say that authors can ask the language model about the lessons of a release. */
export function mayAllowModel(actor: Pick<Actor, 'role'>): boolean {
  return canCall('lead', actor);
}
