import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PAGE_SIZES, pageCount, type PageSize } from './table-state.ts';
import classes from './data-table.module.css';

/** The line below a table: row count and paging. */
export function TableFooter({ count, children }: { count: string; children?: ReactNode }) {
  return (
    <div className={classes.footer}>
      <span role="status">{count}</span>
      {children}
    </div>
  );
}

interface PagingProps {
  /** Counted from 1. */
  page: number;
  size: PageSize;
  rowCount: number;
  /** False: fixed page size. */
  hasSizes?: boolean;
  onChange: (page: number, size: PageSize) => void;
}

/** Page size and page navigation. */
export function Paging({ page, size, rowCount, hasSizes = true, onChange }: PagingProps) {
  const pages = pageCount(rowCount, size);
  const current = Math.min(page, pages);
  return (
    <div className={classes.paging}>
      {hasSizes ? (
        <div className={classes.size}>
          <span aria-hidden>Rows</span>
          <NativeSelect
            size="xs"
            aria-label="Rows on a page"
            value={size ?? 'all'}
            data={[{ value: 'all', label: 'All' }, ...PAGE_SIZES.map((each) => ({ value: String(each), label: String(each) }))]}
            onChange={(event) => onChange(1, event.currentTarget.value === 'all' ? null : Number(event.currentTarget.value))}
          />
        </div>
      ) : null}
      {size === null ? null : (
        <nav aria-label="Pages" className={classes.pages}>
          <ActionIcon aria-label="Previous page" disabled={current <= 1} onClick={() => onChange(current - 1, size)}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span>
            {current} of {pages}
          </span>
          <ActionIcon aria-label="Next page" disabled={current >= pages} onClick={() => onChange(current + 1, size)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </nav>
      )}
    </div>
  );
}
