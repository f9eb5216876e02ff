import type { ReactNode } from 'react';

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
  /** Visually hidden header, for columns too narrow for it. */
  isHeaderQuiet?: boolean;
}
