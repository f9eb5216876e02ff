import { useMediaQuery } from '@mantine/hooks';
import { createContext, type ReactNode, use, useMemo } from 'react';

/** A table column, declared by a page. Keep the list at module scope or memoised. */
export interface TableColumn<R> {
  id: string;
  /** Also the name in the column menu. */
  header: string;
  /** Minimum width in pixels; below the sum of these the table scrolls sideways. */
  minWidth: number;
  /** Share of the remaining width; missing: it stays at `minWidth`. */
  grow?: number;
  cell: (row: R) => ReactNode;
  /** Sort key of a row; missing: not sortable. */
  sortValue?: (row: R) => string | number;
  align?: 'end';
  /** False: always visible. */
  canHide?: boolean;
  /** False: hidden in narrow windows; `only`: shown there alone. */
  isNarrow?: boolean | 'only';
  /** Shown in place of the header's text: a control. */
  heading?: ReactNode;
  /** Visually hidden header, for columns too narrow for it. */
  isHeaderQuiet?: boolean;
}

/** True inside the row with the table's tab stop. */
export const RowIsActive = createContext(false);

/** The `tabIndex` of controls in a row: Tab reaches only the active row's, arrow keys change the row. */
export function useRowTabIndex(): 0 | -1 {
  return use(RowIsActive) ? 0 : -1;
}

/** In pixels. */
const NARROW = 760;
const NONE: ReadonlySet<string> = new Set();

/** The hidden columns: those the user hid, and those that don't fit a window of at most `narrow` pixels. */
export function useHiddenColumns<R>(
  columns: readonly Pick<TableColumn<R>, 'id' | 'isNarrow'>[],
  byChoice: ReadonlySet<string> = NONE,
  narrow: number = NARROW,
): ReadonlySet<string> {
  const isNarrow = useMediaQuery(`(max-width: ${narrow}px)`, false, { getInitialValueInEffect: false });
  return useMemo(() => {
    const misplaced = columns.filter((column) => column.isNarrow === (isNarrow ? false : 'only'));
    return misplaced.length === 0 ? byChoice : new Set([...byChoice, ...misplaced.map((column) => column.id)]);
  }, [columns, byChoice, isNarrow]);
}
