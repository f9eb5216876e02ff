/** What becomes of a list that holds everything once; `why` it stays as it is. */
export type ListChange<T> = { readonly list: readonly T[] } | { readonly why: 'is there' | 'is not there' | 'is at the edge' };

/** Puts an item at the end, unless the list has it (product §12: nothing is ever doubled). */
export function addOnce<T>(list: readonly T[], item: T): ListChange<T> {
  return list.includes(item) ? { why: 'is there' } : { list: [...list, item] };
}

/** Takes an item out. */
export function takeOut<T>(list: readonly T[], item: T): ListChange<T> {
  return list.includes(item) ? { list: list.filter((each) => each !== item) } : { why: 'is not there' };
}

/** Swaps an item with the one before it, or behind it (B §4 Swaps). */
export function swapWithNeighbour<T>(list: readonly T[], item: T, withPrevious: boolean): ListChange<T> {
  const at = list.indexOf(item);
  if (at < 0) return { why: 'is not there' };
  const [first, second] = withPrevious ? [at - 1, at] : [at, at + 1];
  const [before, behind] = [list[first], list[second]];
  if (before === undefined || behind === undefined) return { why: 'is at the edge' };
  return { list: list.toSpliced(first, 2, behind, before) };
}

/**
 * Whether a list that was edited from `before` may take the place of the one that is there `now`: nobody else changed it in the
 * meantime, or changed it to the same.
 */
export function mayBeSet<T>(now: readonly T[], { before, wanted }: { before: readonly T[]; wanted: readonly T[] }): boolean {
  return isSameList(now, before) || isSameList(now, wanted);
}

/** Whether a list holds something twice. */
export function isDoubled(list: readonly unknown[]): boolean {
  return new Set(list).size < list.length;
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
