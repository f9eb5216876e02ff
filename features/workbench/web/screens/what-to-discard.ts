import type { Version } from '#features/history/contract/history.ts';

/** How a screen goes back to what it was when its author began. */
export interface Discarding {
  /** The version to restore. */
  readonly to: number;
  /** The version that Undo restores. */
  readonly from: number;
  /** Others whose changes would go as well. */
  readonly others: readonly string[];
}

/**
 * What discards an author's changes of a screen; null: nothing was saved since.
 *
 * @param versions Of the screen, newest first.
 * @param since When the screen was last saved before the author began. Automatic saves without a pause are one version: if some came
 * before, it goes back to the version before them.
 */
export function whatToDiscard(versions: readonly Version[], since: string, me: string): Discarding | null {
  const [newest] = versions;
  const target = versions.find(({ at }) => at <= since) ?? versions.at(-1);
  if (!newest || !target || newest.id === target.id) return null;
  const later = versions.slice(0, versions.indexOf(target));
  const others = new Set(later.flatMap(({ by }) => (by === null || by === me ? [] : [by])));
  return { to: target.id, from: newest.id, others: [...others].toSorted() };
}
