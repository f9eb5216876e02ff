import { useState } from 'react';

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * The next keys of a window of rows, by the ids of the rows: one that stays keeps its key, and one that comes takes over the key of
 * one that went. Answers `known` itself where nothing changes.
 */
export function nextRowKeys(known: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  if (ids.length === known.size && ids.every((id) => known.has(id))) return known;
  const stay = new Set(ids);
  const free = [...known].flatMap(([id, key]) => (stay.has(id) ? [] : [key])).reverse();
  let fresh = Math.max(-1, ...known.values());
  return new Map(ids.map((id) => [id, known.get(id) ?? free.pop() ?? (fresh += 1)]));
}

/**
 * Keys by which the elements of rows that went are used again for those that come: to change some texts takes a fraction of the time
 * of making a row. Undefined for a row that is not in the window.
 */
export function useRowKeys(ids: readonly string[]): (id: string) => number | undefined {
  const [known, setKnown] = useState(NONE);
  const keys = nextRowKeys(known, ids);
  if (keys !== known) setKnown(keys);
  return (id) => keys.get(id);
}
