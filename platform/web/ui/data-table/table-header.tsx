import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { TableColumn } from './columns.ts';
import classes from './data-table.module.css';
import type { Sort } from './sort.ts';

interface TableHeaderProps<R> {
  columns: readonly TableColumn<R>[];
  sort: Sort | null;
  onSort?: (sort: Sort) => void;
}

/** The column names; those that sort are buttons. */
export function TableHeader<R>({ columns, sort, onSort }: TableHeaderProps<R>) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {columns.map((column) => {
          const isSortable = onSort !== undefined && column.sortValue !== undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={classes.headerCell}
              data-align={column.align}
              {...(isSortable ? { 'aria-sort': ariaSort(column.id, sort) } : {})}
            >
              {isSortable ? <SortButton column={column} sort={sort} onSort={onSort} /> : <HeaderText column={column} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

type ColumnHeading = Pick<TableColumn<never>, 'id' | 'header' | 'isHeaderQuiet'>;

function HeaderText({ column }: { column: ColumnHeading }) {
  return column.isHeaderQuiet === true ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header;
}

function ariaSort(column: string, sort: Sort | null): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

function SortButton({ column, sort, onSort }: { column: ColumnHeading; sort: Sort | null; onSort: (sort: Sort) => void }) {
  const isSorted = sort?.column === column.id;
  const isDescending = isSorted && sort.isDescending;
  const Icon = isSorted ? (isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      data-sorted={isSorted || undefined}
      onClick={() => onSort({ column: column.id, isDescending: isSorted && !isDescending })}
    >
      <HeaderText column={column} />
      <Icon size={13} aria-hidden />
    </UnstyledButton>
  );
}
