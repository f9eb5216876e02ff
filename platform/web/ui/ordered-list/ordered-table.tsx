import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useReorderDrag } from '../use-reorder-drag.ts';
import { OrderedRow } from './ordered-row.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import classes from './ordered-list.module.css';

/** A column of an ordered table. */
export interface OrderedColumn<T> {
  id: string;
  header: string;
  /** `place`: position counted from 1, while dragging the one it would get. */
  cell: (item: T, place: number) => ReactNode;
  align?: 'end';
  /** Share of the remaining width; missing: as wide as its content. */
  grow?: number;
  /** False: hidden in narrow windows. */
  isNarrow?: boolean;
}

export interface OrderedTableProps<T> {
  /** Accessible name. */
  label: string;
  columns: readonly OrderedColumn<T>[];
  items: readonly T[];
  keyOf: (item: T) => number;
  /** Display name of an item, for its buttons. */
  nameOf: (item: T) => string;
  /** Moves an item to an index; null: fixed order. */
  onMove: ((item: T, to: number) => void) | null;
  /** Removes an item; null: not removable. */
  onRemove: ((item: T) => void) | null;
  /** Additional controls at the end of a row. */
  renderActions?: (item: T) => ReactNode;
}

/** Position and width of a cell. */
function cellAttributes({ id, align, grow, isNarrow }: Omit<OrderedColumn<never>, 'cell'>) {
  return {
    'data-column': id,
    'data-align': align,
    'data-wide': isNarrow === false || undefined,
    ...(grow === undefined ? {} : { 'data-grow': true, style: { '--grow': grow } as CSSProperties }),
  };
}

const ANY_CONTROL = '[data-action]:not(:disabled)';

/**
 * Items in an editable order: moved by arrow buttons or a drag handle that also takes arrow keys, and removed. Focus stays on a moved
 * item and goes to the next row after a removal.
 */
export function OrderedTable<T>(props: OrderedTableProps<T>) {
  const { label, columns, items, keyOf, nameOf, onMove, onRemove, renderActions } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const focusAfter = useFocusAfter(items);
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const drag = useReorderDrag(body, [...byKey.keys()], (key, to) => {
    const item = byKey.get(key);
    if (item !== undefined) onMove?.(item, to);
  });

  /** The control of a row, or another one when that is disabled. */
  const controlOf = (key: number, action: string) => {
    const row = body.current?.querySelector(`[data-key="${key}"]`);
    return row?.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`) ?? row?.querySelector<HTMLElement>(ANY_CONTROL);
  };

  const move = (item: T, to: number, action: 'up' | 'down' | 'handle') => {
    if (to < 0 || to >= items.length) return;
    focusAfter(() => controlOf(keyOf(item), action));
    onMove?.(item, to);
  };
  const remove = (item: T) => {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (neighbour !== undefined) focusAfter(() => controlOf(keyOf(neighbour), 'remove'));
    onRemove?.(item);
  };

  return (
    <div className={classes.frame} role="group" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {onMove ? <th className={classes.moves}>Order</th> : null}
            {columns.map((column) => (
              <th key={column.id} {...cellAttributes(column)}>
                {column.header}
              </th>
            ))}
            {onRemove || renderActions ? <th className={classes.quiet}>Actions</th> : null}
          </tr>
        </thead>
        <tbody ref={body}>
          {drag.order
            .flatMap((key) => byKey.get(key) ?? [])
            .map((item, index, shown) => (
              <OrderedRow
                key={keyOf(item)}
                itemKey={keyOf(item)}
                name={nameOf(item)}
                cells={columns.map((column) => ({ ...cellAttributes(column), key: column.id, children: column.cell(item, index + 1) }))}
                isFirst={index === 0}
                isLast={index === shown.length - 1}
                isDragged={drag.draggedId === keyOf(item)}
                {...(onMove
                  ? {
                      onStep: (by: 1 | -1, action: 'up' | 'down' | 'handle') => move(item, items.indexOf(item) + by, action),
                      onGrab: (event: React.PointerEvent) => drag.start(event, keyOf(item)),
                    }
                  : {})}
                {...(onRemove ? { onRemove: () => remove(item) } : {})}
                actions={renderActions?.(item)}
              />
            ))}
        </tbody>
      </table>
    </div>
  );
}
