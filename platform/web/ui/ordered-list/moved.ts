/** The items with the one of this key moved to index `to`. */
export function moved<T>(items: readonly T[], keyOf: (item: T) => number, key: number, to: number): T[] {
  const item = items.find((each) => keyOf(each) === key);
  if (item === undefined) return [...items];
  return items.filter((each) => keyOf(each) !== key).toSpliced(to, 0, item);
}
