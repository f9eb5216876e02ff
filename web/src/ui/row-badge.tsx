import type { ReactNode } from 'react';
import classes from './row-badge.module.css';

/** A badge of a row. One element, for tables that make dozens of rows at every keystroke. */
export function RowBadge({ color, children }: { color: 'gray' | 'green' | 'yellow'; children: ReactNode }) {
  return (
    <span className={classes.badge} data-color={color}>
      {children}
    </span>
  );
}
