import { useState } from 'react';
import { isSame } from '#platform/web/ui/editing/edit-form.ts';
import { filledRows, rowsFor, type RowKind } from './rows.ts';

/**
 * The rows of a form. Blank ones are only on the page: they are not part of the question, so they make it neither unsaved nor wrong.
 *
 * @param onChange Receives the rows that are written.
 */
export function useRows<T>(
  kind: RowKind<T>,
  items: readonly T[],
  isReadOnly: boolean,
  onChange: (items: T[]) => void,
): { rows: readonly T[]; setRows: (rows: readonly T[]) => void } {
  const [known, setKnown] = useState(items);
  const [rows, setRows] = useState<readonly T[]>(() => (isReadOnly ? items : rowsFor(kind, items)));
  if (known !== items) {
    setKnown(items);
    // Someone else changed them, or Undo did.
    if (!isSame(items, filledRows(kind, rows))) setRows(isReadOnly ? items : rowsFor(kind, items, rows));
  }
  return {
    rows,
    setRows: (next) => {
      setRows(next);
      onChange(filledRows(kind, next));
    },
  };
}
