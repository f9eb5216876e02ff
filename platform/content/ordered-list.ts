/** The result of changing a list without duplicates; `why`: it stays unchanged. */
export type ListChange<T> = { readonly list: readonly T[] } | { readonly why: 'is there' | 'is not there' | 'is at the edge' };

/** Appends an item, unless the list contains it. */
export function addToList<T>(list: readonly T[], item: T): ListChange<T> {
  return list.includes(item) ? { why: 'is there' } : { list: [...list, item] };
}

/** Removes an item. */
export function removeFromList<T>(list: readonly T[], item: T): ListChange<T> {
  return list.includes(item) ? { list: list.filter((each) => each !== item) } : { why: 'is not there' };
}

/** Swaps an item with the previous or the next one. */
export function swapWithNeighbour<T>(list: readonly T[], item: T, withPrevious: boolean): ListChange<T> {
  const at = list.indexOf(item);
  if (at < 0) return { why: 'is not there' };
  const [first, second] = withPrevious ? [at - 1, at] : [at, at + 1];
  const [before, behind] = [list[first], list[second]];
  if (before === undefined || behind === undefined) return { why: 'is at the edge' };
  return { list: list.toSpliced(first, 2, behind, before) };
}

/** Whether a list edited from `before` may replace the current list: no one else changed it, or they made the same change. */
export function canReplaceList<T>(now: readonly T[], { before, wanted }: { before: readonly T[]; wanted: readonly T[] }): boolean {
  return isSameList(now, before) || isSameList(now, wanted);
}

/** Whether a list contains duplicates. */
export function hasDuplicates(list: readonly unknown[]): boolean {
  return new Set(list).size < list.length;
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
