import { use, useEffect, useRef } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { type TableColumn, useRowTabIndex } from './columns.ts';
import { SelectedRows } from './selection.ts';
import classes from './data-table.module.css';

interface SelectColumn<R> {
  /** A row's key in the selection. */
  id: (row: R) => string | number;
  /** Accessible name of a row's box: `Select lesson 101`. */
  label: (row: R) => string;
  /** Name of a row: `lesson`. */
  noun: string;
}

/** A column of boxes, with one in the heading for all that match. The selection is in {@link SelectedRows}. */
export function selectColumn<R>({ id, label, noun }: SelectColumn<R>): TableColumn<R> {
  return {
    id: 'select',
    header: 'Select',
    heading: <SelectAll noun={noun} />,
    minWidth: 34,
    canHide: false,
    cell: (row) => <SelectBox id={id(row)} label={label(row)} />,
  };
}

function SelectAll({ noun }: { noun: string }) {
  const { matching, coverage, toggleAll } = use(SelectedRows);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = coverage === 'some';
  }, [coverage]);
  const label = `Select all that match: ${counted(matching, noun)}`;
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      title={label}
      disabled={matching === 0}
      checked={coverage === 'all'}
      onChange={toggleAll}
    />
  );
}

function SelectBox({ id, label }: { id: string | number; label: string }) {
  const { ids, toggle } = use(SelectedRows);
  return (
    <input
      type="checkbox"
      className={classes.box}
      tabIndex={useRowTabIndex()}
      aria-label={label}
      checked={ids.has(id)}
      // A click with Shift selects text otherwise.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={(event) => toggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
