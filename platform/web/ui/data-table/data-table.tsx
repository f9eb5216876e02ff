import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { RowIsActive, type TableColumn } from './columns.ts';
import { nextRow, ROW_HEIGHT, useRowWindow } from './row-window.ts';
import type { Sort } from './table-state.ts';
import classes from './data-table.module.css';

/** What a page can do with its table. */
export interface DataTableHandle {
  /** Focuses a row by index, or the nearest one. */
  focusRow: (index: number) => void;
}

interface DataTableProps<R extends object> {
  /** Accessible name. */
  label: string;
  columns: readonly TableColumn<R>[];
  /** Ids of the hidden columns. */
  hidden?: ReadonlySet<string>;
  /** Rows in order: filtered, sorted and paged. */
  rows: readonly R[];
  rowId: (row: R) => string | number;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Content that spans the row instead of its columns; null: its columns. */
  spanned?: (row: R) => ReactNode;
  /** Called for Enter on a row. */
  onOpen?: (row: R) => void;
  /** Called for the space bar on a row; `isRange`: with Shift. */
  onSelect?: (row: R, isRange: boolean) => void;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** True: as high as its content; otherwise it fills its container and scrolls. */
  isFlowing?: boolean;
  /** Identifies the list. A new value scrolls back to the top. */
  listed?: string;
  /**
   * Reuse elements for different rows, for lists that change with every key. Cells must then have no state, or key it by row, and cut off
   * text that is too long.
   */
  reusesRows?: boolean;
  ref?: Ref<DataTableHandle>;
}

/** Left plus right padding of a row. */
const ROW_PADDING = 8;
const NONE: ReadonlySet<string> = new Set();

/**
 * The table behind every list. Only visible rows are rendered; the header stays; one row has the tab stop, moved by arrows, Home, End and
 * the page keys.
 */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const {
    label,
    columns,
    hidden = NONE,
    rows,
    rowId,
    sort = null,
    onSort,
    spanned,
    onOpen,
    onSelect,
    empty,
    isFlowing = false,
    listed = '',
    reusesRows = false,
    ref,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const activeIndex = Math.max(0, Math.min(active, rows.length - 1));

  const scrolledList = useRef(listed);
  useLayoutEffect(() => {
    if (scrolledList.current === listed) return;
    scrolledList.current = listed;
    scroller.current?.scrollTo({ top: 0 });
  }, [listed]);

  const inSight = useRowWindow(scroller, rows.length, activeIndex);

  const shown = useMemo(() => columns.filter(({ id }) => !hidden.has(id)), [columns, hidden]);
  const made = inSight.indexes.flatMap((index) => {
    const row = rows[index];
    return row ? [{ row, index }] : [];
  });
  const style: CSSProperties & Record<'--tracks' | '--width', string> = {
    '--tracks': shown.map(({ minWidth, grow = 0 }) => (grow > 0 ? `minmax(${minWidth}px, ${grow}fr)` : `${minWidth}px`)).join(' '),
    '--width': `${shown.reduce((sum, { minWidth }) => sum + minWidth, ROW_PADDING)}px`,
  };

  // A row that isn't rendered yet gets the focus as soon as it is, and thus before the next key.
  const toFocus = useRef<number | null>(null);
  const focusIfRendered = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${(toFocus.current ?? NaN) + 2}"]`);
    if (!row) return;
    toFocus.current = null;
    row.focus({ preventScroll: true });
  };
  useLayoutEffect(focusIfRendered);

  const focusRow = (wanted: number) => {
    if (rows.length === 0) return;
    const index = Math.max(0, Math.min(wanted, rows.length - 1));
    setActive(index);
    inSight.scrollTo(index);
    toFocus.current = index;
    focusIfRendered();
  };
  useImperativeHandle(ref, () => ({ focusRow }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[activeIndex];
    const isOnRow = (event.target as HTMLElement).role === 'row';
    if (event.key === 'Enter' && isOnRow && row && onOpen) {
      event.preventDefault();
      onOpen(row);
      return;
    }
    if (event.key === ' ' && isOnRow && row && onSelect) {
      event.preventDefault();
      onSelect(row, event.shiftKey);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT) - 2);
    const next = nextRow(event.key, activeIndex, rows.length, perPage);
    if (next === null) return;
    event.preventDefault();
    focusRow(next);
  };

  return (
    <div
      ref={scroller}
      className={classes.table}
      data-flowing={isFlowing || undefined}
      data-reuses-rows={reusesRows || undefined}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={style}
      onKeyDown={onKeyDown}
    >
      <TableHeader columns={shown} sort={sort} {...(onSort ? { onSort } : {})} />
      <div role="rowgroup" className={classes.body} style={{ height: inSight.height }}>
        {made.map(({ row, index }) => (
          <TableRow
            key={reusesRows ? index : rowId(row)}
            row={row}
            index={index}
            columns={shown}
            isActive={index === activeIndex}
            spanned={spanned}
            onActive={setActive}
            onOpen={onOpen}
          />
        ))}
      </div>
      {rows.length === 0 && empty ? (
        <div role="row" className={classes.empty}>
          <div role="gridcell">{empty}</div>
        </div>
      ) : null}
    </div>
  );
}

interface TableHeaderProps<R> {
  columns: readonly TableColumn<R>[];
  sort: Sort | null;
  onSort?: (sort: Sort) => void;
}

/** The column names; those that sort are buttons. */
function TableHeader<R>({ columns, sort, onSort }: TableHeaderProps<R>) {
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

type ColumnHeading = Pick<TableColumn<never>, 'id' | 'header' | 'heading' | 'isHeaderQuiet'>;

function HeaderText({ column }: { column: ColumnHeading }) {
  if (column.heading !== undefined) return column.heading;
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
const TableRow = memo(Row) as typeof Row;
