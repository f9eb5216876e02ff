import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
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

/**
 * TanStack Table manages the columns only. Its row models would create an object per row and cell on every key, so rows are sorted, paged
 * and rendered without it.
 */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ minWidth: number; grow: number; align?: 'end'; isHeaderQuiet: boolean }>(),
});

/** Converts the declared columns for TanStack Table. */
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
