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
import type { TableColumn } from './columns.ts';
import classes from './data-table.module.css';
import { nextRow } from './keyboard.ts';
import { ROW_HEIGHT } from './row-range.ts';
import type { Sort } from './sort.ts';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useRowWindow } from './use-row-window.ts';

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
