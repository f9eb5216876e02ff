import { useTable } from '@tanstack/react-table';
import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { features, toColumnDefs, type TableColumn } from './columns.ts';
import classes from './data-table.module.css';
import { nextRow } from './keyboard.ts';
import { ROW_HEIGHT } from './row-range.ts';
import type { Sort } from './sort.ts';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useRowWindow } from './use-row-window.ts';

/** What a page may ask of its table. */
export interface DataTableHandle {
  /** Puts the focus on a row, counted from 0; the nearest one where it is not there. */
  focusRow: (index: number) => void;
}

interface DataTableProps<R extends object> {
  /** What the table is, for screen readers. */
  label: string;
  columns: readonly TableColumn<R>[];
  /** Ids of columns that are not shown. */
  hidden?: ReadonlySet<string>;
  /** In their order: filtered, sorted and cut to the page. */
  rows: readonly R[];
  rowId: (row: R) => string | number;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** What stands in a row instead of its columns, over their whole width; null: its columns. */
  spanned?: (row: R) => ReactNode;
  /** Enter on a row. */
  onOpen?: (row: R) => void;
  /** Stands in the place of the rows when there are none. */
  empty?: ReactNode;
  /** True: as high as its contents; else it fills its place and scrolls. */
  isFlowing?: boolean;
  /** What is listed. Another than before is another list, and is shown from its top. */
  listed?: string;
  /**
   * True: a row takes over the elements of the one that stood in its place, for a list that changes with every key. Its cells hold no
   * state then, or tell by their row whose it is, and cut off what is too long for them.
   */
  reusesRows?: boolean;
  ref?: Ref<DataTableHandle>;
}

/** Left and right of a row together. */
const ROW_PADDING = 8;
const NONE: ReadonlySet<string> = new Set();
/** The library looks after the columns alone. */
const NO_ROWS: never[] = [];

/**
 * The table of every list. Only the rows in sight exist; the header stays; one row has the tab stop, and arrows, Home,
 * End and the page keys move it.
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

  const columnDefs = useMemo(() => toColumnDefs(columns), [columns]);
  const table = useTable({
    features,
    columns: columnDefs,
    data: NO_ROWS,
    manualSorting: true,
    enableSortingRemoval: false,
    state: {
      sorting: sort ? [{ id: sort.column, desc: sort.isDescending }] : [],
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
    },
  });
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.has(id)), [columns, hidden]);
  const made = inSight.indexes.flatMap((index) => {
    const row = rows[index];
    return row ? [{ row, index }] : [];
  });
  const metas = table.getVisibleLeafColumns().flatMap((column) => column.columnDef.meta ?? []);
  const style: CSSProperties & Record<'--tracks' | '--width', string> = {
    '--tracks': metas.map(({ minWidth, grow }) => (grow > 0 ? `minmax(${minWidth}px, ${grow}fr)` : `${minWidth}px`)).join(' '),
    '--width': `${metas.reduce((sum, { minWidth }) => sum + minWidth, ROW_PADDING)}px`,
  };

  const focusRow = (wanted: number) => {
    if (rows.length === 0) return;
    const index = Math.max(0, Math.min(wanted, rows.length - 1));
    setActive(index);
    inSight.scrollTo(index);
    // The row may have to be made first.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`)?.focus({ preventScroll: true }),
    );
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
      <TableHeader table={table} sort={sort} {...(onSort ? { onSort } : {})} />
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
