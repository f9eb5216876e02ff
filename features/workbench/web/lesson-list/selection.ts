import { createContext, useCallback, useMemo, useRef, useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Selects a lesson or takes it out. `isRange`: all between it and the one before get its state. */
  toggle: (id: number, isRange: boolean) => void;
  clear: () => void;
}

/** The selected lessons of the list, for the boxes in its rows. */
export const SelectedLessons = createContext<Selection>({ ids: new Set(), toggle: () => undefined, clear: () => undefined });

/** The lessons that are selected in the list. `shown` are its rows, in their order. */
export function useSelection(shown: readonly Pick<LessonRow, 'id'>[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const toggle = useCallback(
    (id: number, isRange: boolean) => {
      const from = last.current;
      setIds((known) => withToggled(known, shown, { id, from: isRange ? from : null }));
      last.current = id;
    },
    [shown],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, toggle, clear }), [ids, toggle, clear]);
}

/** The selection after `id` was toggled; with `from`, also everything between both gets the new state of `id`. */
export function withToggled(
  known: ReadonlySet<number>,
  shown: readonly Pick<LessonRow, 'id'>[],
  { id, from }: { id: number; from: number | null },
): ReadonlySet<number> {
  const next = new Set(known);
  const isOn = !known.has(id);
  const [start, end] = [from ?? id, id].map((each) => shown.findIndex((row) => row.id === each)).toSorted((one, other) => one - other);
  const range = start === undefined || end === undefined || start < 0 ? [{ id }] : shown.slice(start, end + 1);
  for (const row of range) {
    if (isOn) next.add(row.id);
    else next.delete(row.id);
  }
  return next;
}
