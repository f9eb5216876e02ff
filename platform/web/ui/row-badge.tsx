import type { ReactNode } from 'react';
import type { Meaning } from './meanings.ts';
import classes from './data-table/data-table.module.css';

/** A badge in a row. A single element, for tables that render dozens of rows per key. */
export function RowBadge({ color, children }: { color: Meaning; children: ReactNode }) {
  return (
    <span className={classes.badge} data-color={color}>
      {children}
    </span>
  );
}
