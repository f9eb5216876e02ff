import { notifications } from '@mantine/notifications';
import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { MESSAGES } from '../messages.ts';
import { filledRows, moveRow, type RowKind } from './rows.ts';
import { useRows } from './use-rows.ts';

interface RowsOptions<T> {
  kind: RowKind<T>;
  items: readonly T[];
  /** The items as they are when something is undone. */
  itemsNow: () => readonly T[];
  isReadOnly: boolean;
  max: number;
  onChange: (items: T[]) => void;
  /** What is said when a row is removed. */
  removed: (row: T) => string;
}

interface RowActions<T> {
  rows: readonly T[];
  isFull: boolean;
  /** Holds the rows, each as `[data-row]` with a `[data-first]` field, and what is before them. */
  root: RefObject<HTMLDivElement | null>;
  set: (index: number, row: T) => void;
  setAll: (rows: readonly T[]) => void;
  /** Adds a row at this position, a blank one if none is given. */
  insert: (at: number, row?: T) => void;
  /** Puts rows where this one was, and says how many of them are beyond the limit. */
  replace: (index: number, rows: readonly T[]) => void;
  /** Goes on to the next row; adds one if that is not blank. */
  goOn: (index: number, row?: T) => void;
  /** Removes the row and goes back to the one before. */
  goBack: (index: number) => void;
  move: (index: number, by: -1 | 1) => void;
  /** Removes the row, and offers to undo that. */
  remove: (index: number) => void;
}

/** Editing rows by keyboard and by mouse: the focus follows what was done. */
export function useRowActions<T>(options: RowsOptions<T>): RowActions<T> {
  const { kind, items, itemsNow, isReadOnly, max, onChange, removed } = options;
  const root = useRef<HTMLDivElement>(null);
  const { rows, setRows } = useRows(kind, items, isReadOnly, onChange);
  const isFull = items.length >= max;
  function focus(...selectors: string[]) {
    const found = selectors.map((selector) => root.current?.querySelector<HTMLElement>(selector));
    found.find((element) => element)?.focus();
  }
  /** At once: the next key is meant for what gets the focus. */
  function show(next: readonly T[], ...selectors: string[]) {
    flushSync(() => setRows(next));
    focus(...selectors);
  }
  /** Puts those rows that fit, and returns how many don't. */
  function put(at: number, replaced: number, added: readonly T[]): number {
    const kept = filledRows(kind, rows.toSpliced(at, replaced));
    const fitting = added.slice(0, Math.max(0, max - kept.length));
    if (fitting.length > 0) show(rows.toSpliced(at, replaced, ...fitting), fieldOf(at + fitting.length - 1));
    return added.length - fitting.length;
  }
  const insert = (at: number, row = kind.blank) => put(at, 0, [row]);
  return {
    rows,
    isFull,
    root,
    insert,
    replace: (index, added) => {
      const left = put(index, 1, added);
      if (left > 0) notifications.show({ color: 'red', role: 'alert', message: MESSAGES.linesLeftOut(max, left) });
    },
    set: (index, row) => setRows(rows.with(index, row)),
    setAll: setRows,
    goOn: (index, row = kind.blank) => {
      const [current, next] = [rows[index], rows[index + 1]];
      // A blank row is what Enter asks for; after a blank one there is nothing to add yet.
      if (next !== undefined && kind.isBlank(next)) show(rows.with(index + 1, row), fieldOf(index + 1));
      else if (current !== undefined && !kind.isBlank(current)) insert(index + 1, row);
    },
    goBack: (index) => {
      const field = fieldOf(Math.max(0, index - 1));
      if (rows.length > Math.min(kind.first, 1)) show(rows.toSpliced(index, 1), field, '[data-add]');
      else focus(field);
    },
    move: (index, by) => {
      const at = index + by;
      show(moveRow(rows, index, by), `[data-row="${at}"] [data-move="${by}"]:not([data-disabled])`, fieldOf(at));
    },
    remove: (index) => {
      const row = rows[index];
      if (row === undefined) return;
      show(rows.toSpliced(index, 1), fieldOf(Math.min(index, rows.length - 2)), '[data-add]');
      if (kind.isBlank(row)) return;
      const at = filledRows(kind, rows.slice(0, index)).length;
      showOffer({ message: removed(row), label: 'Undo', onClick: () => onChange(itemsNow().toSpliced(at, 0, row)) });
    },
  };
}

function fieldOf(index: number): string {
  return `[data-row="${index}"] [data-first]`;
}
