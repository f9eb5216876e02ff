import type { ReactNode } from 'react';
import classes from './table-footer.module.css';

/** The line below a table: row count and paging. */
export function TableFooter({ count, children }: { count: string; children?: ReactNode }) {
  return (
    <div className={classes.footer}>
      <span role="status">{count}</span>
      {children}
    </div>
  );
}
