/** A list with one of its things moved past its neighbour: the one before (-1) or behind it (1). At the ends nothing moves. */
export function withMoved<T extends { readonly id: number }>(list: readonly T[], id: number, by: -1 | 1): T[] {
  const from = list.findIndex((each) => each.id === id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= list.length) return [...list];
  const others = list.filter((each) => each.id !== id);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}
