import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Header, ReactTable } from '@tanstack/react-table';
import type { features } from './columns.ts';
import classes from './data-table.module.css';
import type { Sort } from './sort.ts';

interface TableHeaderProps<R extends object> {
  table: ReactTable<typeof features, R>;
  sort: Sort | null;
  onSort?: (sort: Sort) => void;
}

/** The column names; those that sort are buttons. */
export function TableHeader<R extends object>({ table, sort, onSort }: TableHeaderProps<R>) {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {headers.map((header) => (
          <div
            key={header.id}
            role="columnheader"
            className={classes.headerCell}
            data-align={header.column.columnDef.meta?.align}
            {...(onSort && header.column.getCanSort() ? { 'aria-sort': ariaSort(header.column.id, sort) } : {})}
          >
            {onSort && header.column.getCanSort() ? (
              <SortButton header={header} sort={sort} onSort={onSort} />
            ) : (
              <HeaderText header={header} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type HeaderOf<R extends object> = Header<typeof features, R>;

function HeaderText<R extends object>({ header }: { header: HeaderOf<R> }) {
  const text = String(header.column.columnDef.header);
  return header.column.columnDef.meta?.isHeaderQuiet ? <VisuallyHidden>{text}</VisuallyHidden> : text;
}

function ariaSort(column: string, sort: Sort | null): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

function SortButton<R extends object>({ header, sort, onSort }: { header: HeaderOf<R>; sort: Sort | null; onSort: (sort: Sort) => void }) {
  const column = header.column.id;
  const isSorted = sort?.column === column;
  const isDescending = isSorted && sort.isDescending;
  const Icon = isSorted ? (isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      data-sorted={isSorted || undefined}
      onClick={() => onSort({ column, isDescending: isSorted && !isDescending })}
    >
      <HeaderText header={header} />
      <Icon size={13} aria-hidden />
    </UnstyledButton>
  );
}
