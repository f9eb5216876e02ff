import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures, type ColumnDef } from '@tanstack/react-table';
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

/**
 * The state of columns is TanStack Table's. Rows are sorted, cut to the window and made without it: its row models would make an object
 * for each of them, and each of their cells, at every keystroke.
 */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ minWidth: number; grow: number; align?: 'end'; isHeaderQuiet: boolean }>(),
});

/** The declared columns in the form of TanStack Table. */
export function toColumnDefs<R extends object>(columns: readonly TableColumn<R>[]): ColumnDef<typeof features, R>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    enableSorting: column.sortValue !== undefined,
    enableHiding: column.canHide !== false,
    meta: {
      minWidth: column.minWidth,
      grow: column.grow ?? 0,
      isHeaderQuiet: column.isHeaderQuiet === true,
      ...(column.align ? { align: column.align } : {}),
    },
    ...(column.sortValue ? { accessorFn: column.sortValue } : {}),
  }));
}
