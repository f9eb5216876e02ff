import type { ReactNode } from 'react';

/** A column of a table, as a page declares it. Keep the list at module scope or memoised. */
export interface TableColumn<R> {
  id: string;
  /** Also the name in the column choice. */
  header: string;
  /** At least this many pixels wide; below the sum of these the table scrolls sideways. */
  minWidth: number;
  /** Its share of the room that is left; absent: it stays at `minWidth`. */
  grow?: number;
  cell: (row: R) => ReactNode;
  /** What the rows are sorted by; absent: this column does not sort. */
  sortValue?: (row: R) => string | number;
  align?: 'end';
  /** False: it is always shown. */
  canHide?: boolean;
  /** False: left out where the window is narrow; `only`: shown there alone. */
  isNarrow?: boolean | 'only';
  /** True: the header is read aloud only; the column is too narrow for it. */
  isHeaderQuiet?: boolean;
}
