import { createContext, useCallback, useMemo, useRef, useState } from 'react';

type RowKey = string | number;

export interface Selection {
  readonly ids: ReadonlySet<RowKey>;
  /** Selects a row or takes it out. `isRange`: all between it and the one before get its state. */
  toggle: (id: RowKey, isRange: boolean) => void;
  /** How many rows match the search and the filters, also those of other pages. */
  readonly matching: number;
  /** How much of them is selected. */
  readonly coverage: 'all' | 'some' | 'none';
  /** Selects all that match; if they are, takes them out. */
  toggleAll: () => void;
  clear: () => void;
}

/** The selected rows of a list, for the boxes in its rows and its heading. */
export const SelectedRows = createContext<Selection>({
  ids: new Set(),
  toggle: () => undefined,
  matching: 0,
  coverage: 'none',
  toggleAll: () => undefined,
  clear: () => undefined,
});

/**
 * The selected rows of a list.
 *
 * @param shown Its rows on this page, in their order.
 * @param matching All rows that match, on every page.
 */
export function useSelection(shown: readonly RowKey[], matching: readonly RowKey[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<RowKey>>(new Set());
  const last = useRef<RowKey | null>(null);
  const toggle = useCallback(
    (id: RowKey, isRange: boolean) => {
      const from = last.current;
      setIds((known) => withToggled(known, shown, { id, from: isRange ? from : null }));
      last.current = id;
    },
    [shown],
  );
  const toggleAll = useCallback(() => setIds((known) => withAllToggled(known, matching)), [matching]);
  const clear = useCallback(() => setIds(new Set()), []);
  const coverage = useMemo(() => coverageOf(ids, matching), [ids, matching]);
  return useMemo(
    () => ({ ids, toggle, matching: matching.length, coverage, toggleAll, clear }),
    [ids, toggle, matching.length, coverage, toggleAll, clear],
  );
}

/** The selection after `id` was toggled; with `from`, also everything between both gets the new state of `id`. */
export function withToggled(
  known: ReadonlySet<RowKey>,
  shown: readonly RowKey[],
  { id, from }: { id: RowKey; from: RowKey | null },
): ReadonlySet<RowKey> {
  const next = new Set(known);
  const isOn = !known.has(id);
  const [start, end] = [from ?? id, id].map((each) => shown.indexOf(each)).toSorted((one, other) => one - other);
  const range = start === undefined || end === undefined || start < 0 ? [id] : shown.slice(start, end + 1);
  for (const each of range) {
    if (isOn) next.add(each);
    else next.delete(each);
  }
  return next;
}

/** The selection after all that match were toggled. What doesn't match keeps its state. */
export function withAllToggled(known: ReadonlySet<RowKey>, matching: readonly RowKey[]): ReadonlySet<RowKey> {
  if (coverageOf(known, matching) !== 'all') return new Set([...known, ...matching]);
  const taken = new Set(matching);
  return new Set([...known].filter((id) => !taken.has(id)));
}

export function coverageOf(known: ReadonlySet<RowKey>, matching: readonly RowKey[]): Selection['coverage'] {
  if (known.size === 0 || matching.length === 0) return 'none';
  const count = matching.filter((id) => known.has(id)).length;
  return count === 0 ? 'none' : count === matching.length ? 'all' : 'some';
}
