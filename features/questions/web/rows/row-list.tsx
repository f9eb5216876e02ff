import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { MESSAGES } from '../messages.ts';
import { AddRow } from './add-row.tsx';
import { RowButtons } from './row-buttons.tsx';
import { rowKeys } from './row-keys.ts';
import type { RowKind } from './rows.ts';
import { useRowActions } from './use-row-actions.ts';
import classes from '../questions.module.css';

/** What a row needs to show its fields. */
export interface RowFields<T> {
  /** Counted from 1. */
  number: number;
  isOff: boolean;
  set: (row: T) => void;
  /** Of the field that Enter goes to. */
  first: {
    'data-first': true;
    readOnly: boolean;
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>) => void;
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement | HTMLInputElement>) => void;
  };
}

interface RowListProps<T> {
  /** Above the rows: `Accepted answers`. */
  label: string;
  hint?: string;
  /** Of one row, in lower case: `answer`. */
  noun: string;
  /** Of the button, where the noun alone says too little without the label, which is not shown above an empty list. */
  addLabel?: string;
  kind: RowKind<T>;
  items: readonly T[];
  itemsNow: () => readonly T[];
  isReadOnly: boolean;
  isBusy: boolean;
  onChange: (items: T[]) => void;
  /** The first words of a row, to name it when it is removed. */
  textOf: (row: T) => string;
  /** Makes a row of a line, when several are pasted; missing: they are pasted into one row. */
  fromLine?: (line: string) => T;
  /** The row that Enter adds below this one. */
  following?: (row: T) => T;
  children: (row: T, fields: RowFields<T>) => ReactNode;
}

/** A list of rows with the fields that `children` render. Enter adds a row, Backspace in an empty one removes it, Alt and arrows move it. */
export function RowList<T>(props: RowListProps<T>) {
  const { label, hint, noun, addLabel = `Add ${noun}`, kind, isReadOnly, isBusy, textOf, fromLine, following, children } = props;
  const id = useId();
  const isOff = isReadOnly || isBusy;
  const removed = (row: T) => MESSAGES.rowRemoved(noun, textOf(row).trim().split('\n', 1)[0] ?? '');
  const actions = useRowActions({ ...props, max: LIMITS.rowsMax, removed });
  const { rows, root } = actions;

  function paste(event: ClipboardEvent<HTMLTextAreaElement | HTMLInputElement>, index: number) {
    const lines = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
    const row = rows[index];
    if (isOff || !fromLine || lines.length < 2 || row === undefined) return;
    event.preventDefault();
    const pasted = lines.filter((line) => line.trim() !== '').map(fromLine);
    actions.replace(index, kind.isBlank(row) ? pasted : [row, ...pasted]);
  }
  if (isReadOnly && rows.length === 0) return null;
  return (
    <div ref={root} className={classes.list} role="group" aria-label={label}>
      {rows.length > 0 && (
        <div id={id} className={classes.listLabel}>
          {label}
        </div>
      )}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      <ol className={classes.options} aria-labelledby={id}>
        {rows.map((row, index) => (
          <li key={index} className={classes.row} data-row={index}>
            <div className={classes.rowFields}>
              {children(row, {
                number: index + 1,
                isOff,
                set: (next) => actions.set(index, next),
                first: {
                  'data-first': true,
                  readOnly: isOff,
                  onPaste: (event) => paste(event, index),
                  onKeyDown: rowKeys({
                    isOff,
                    isBlank: kind.isBlank(row),
                    onEnter: () => actions.goOn(index, following?.(row)),
                    onBackspace: () => actions.goBack(index),
                    onMove: (by) => actions.move(index, by),
                  }),
                },
              })}
            </div>
            {!isReadOnly && (
              <RowButtons
                name={`${noun} ${index + 1}`}
                index={index}
                count={rows.length}
                isOff={isOff}
                onMove={(by) => actions.move(index, by)}
                onRemove={() => actions.remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && <AddRow label={addLabel} isOff={isBusy || actions.isFull} onClick={() => actions.insert(rows.length)} />}
    </div>
  );
}
