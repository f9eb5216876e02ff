import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './pull-requests.module.css';

interface FoldedListProps {
  items: readonly ReactNode[];
  /** So many are shown at first. */
  atFirst: number;
  className: string | undefined;
  /** Accessible name. */
  label?: string;
}

/** A list that may be long above what one presses: the first items, and the others on demand. */
export function FoldedList({ items, atFirst, className, label }: FoldedListProps) {
  const [isOpen, setOpen] = useState(false);
  // Folding one item away saves no line.
  const shown = isOpen || items.length <= atFirst + 1 ? items : items.slice(0, atFirst);
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className={className} {...(label !== undefined && { 'aria-label': label })}>
          {shown}
        </ul>
      )}
      {shown.length === items.length ? null : (
        <Button variant="subtle" size="compact-xs" className={classes.more ?? ''} onClick={() => setOpen(true)}>
          {shown.length === 0 ? `Show all ${items.length}` : `${items.length - shown.length} more`}
        </Button>
      )}
    </>
  );
}
