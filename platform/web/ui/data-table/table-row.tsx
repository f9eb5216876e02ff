import { memo, type ReactNode } from 'react';
import type { TableColumn } from './columns.ts';
import classes from './data-table.module.css';
import { RowIsActive } from './row-focus.ts';
import { ROW_HEIGHT } from './row-range.ts';

interface TableRowProps<R extends object> {
  row: R;
  /** Index among all rows. */
  index: number;
  /** The visible columns, in order. */
  columns: readonly TableColumn<R>[];
  /** Whether it has the table's tab stop. */
  isActive: boolean;
  /** Content that spans the row instead of its columns; null: its columns. */
  spanned: ((row: R) => ReactNode) | undefined;
  onActive: (index: number) => void;
  onOpen: ((row: R) => void) | undefined;
}

function Row<R extends object>({ row, index, columns, isActive, spanned, onActive, onOpen }: TableRowProps<R>) {
  const span = spanned?.(row) ?? null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ top: index * ROW_HEIGHT }}
      onFocus={() => onActive(index)}
      onDoubleClick={() => onOpen?.(row)}
    >
      <RowIsActive value={isActive}>
        {span === null ? (
          columns.map((column) => (
            <div key={column.id} role="gridcell" className={classes.cell} data-align={column.align}>
              {column.cell(row)}
            </div>
          ))
        ) : (
          <div role="gridcell" aria-colspan={columns.length} className={classes.cell} data-span>
            {span}
          </div>
        )}
      </RowIsActive>
    </div>
  );
}

/** A table row, rendered again only when its props change. */
export const TableRow = memo(Row) as typeof Row;
