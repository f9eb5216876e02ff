import type { ReactNode } from 'react';
import classes from './row-badge.module.css';

/** A badge in a row. A single element, for tables that render dozens of rows per key. */
export function RowBadge({ color, children }: { color: 'gray' | 'green' | 'yellow' | 'blue'; children: ReactNode }) {
  return (
    <span className={classes.badge} data-color={color}>
      {children}
    </span>
  );
}
