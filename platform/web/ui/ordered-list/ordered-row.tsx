import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent, ReactNode, TdHTMLAttributes } from 'react';
import drag from '../fields.module.css';
import classes from './ordered-list.module.css';

interface OrderedRowProps {
  itemKey: number;
  name: string;
  cells: readonly (TdHTMLAttributes<HTMLTableCellElement> & { key: string })[];
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  /** Missing: it can't be moved. */
  onStep?: (by: 1 | -1, action: 'up' | 'down' | 'handle') => void;
  onGrab?: (event: PointerEvent) => void;
  /** Missing: it can't be removed. */
  onRemove?: () => void;
  actions: ReactNode;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** A row of an ordered table. */
export function OrderedRow(props: OrderedRowProps) {
  const { itemKey, name, cells, isFirst, isLast, isDragged, onStep, onGrab, onRemove, actions } = props;
  const stepByKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onStep?.(by, 'handle');
  };
  return (
    <tr data-key={itemKey} data-dragged={isDragged || undefined}>
      {onStep ? (
        <td className={classes.moves}>
          <span className={classes.moveButtons}>
            <button
              type="button"
              className={drag.handle}
              data-action="handle"
              aria-label={`Move “${name}”`}
              aria-keyshortcuts="ArrowUp ArrowDown"
              title="Drag to reorder, or press ↑ ↓"
              onPointerDown={onGrab}
              onKeyDown={stepByKey}
            >
              <IconGripVertical size={16} aria-hidden />
            </button>
            <ActionIcon
              size={24}
              data-action="up"
              aria-label={`Move “${name}” up`}
              title="Move up"
              disabled={isFirst}
              onClick={() => onStep(-1, 'up')}
            >
              <IconArrowUp size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              data-action="down"
              aria-label={`Move “${name}” down`}
              title="Move down"
              disabled={isLast}
              onClick={() => onStep(1, 'down')}
            >
              <IconArrowDown size={15} aria-hidden />
            </ActionIcon>
          </span>
        </td>
      ) : null}
      {cells.map(({ key, ...cell }) => (
        <td key={key} {...cell} />
      ))}
      {onRemove || actions ? (
        <td className={classes.actions}>
          <span className={classes.moveButtons}>
            {actions}
            {onRemove ? (
              <ActionIcon size={26} data-action="remove" aria-label={`Delete “${name}”`} title="Delete" onClick={onRemove}>
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            ) : null}
          </span>
        </td>
      ) : null}
    </tr>
  );
}
