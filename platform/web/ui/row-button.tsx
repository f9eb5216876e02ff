import { Loader } from '@mantine/core';
import type { ComponentProps } from 'react';
import { RowLink } from './row-link.tsx';
import classes from './controls.module.css';

type RowButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  /** Its action is running. */
  isBusy?: boolean;
};

/**
 * An icon button in a row. A single element, for tables that render dozens of rows per key: the library's buttons take as long as the
 * rest of the row.
 */
export function RowButton({ isBusy = false, disabled = false, children, ...props }: RowButtonProps) {
  return (
    <button type="button" className={classes.button} disabled={disabled || isBusy} aria-busy={isBusy || undefined} {...props}>
      {isBusy ? <Loader size={14} color="gray" /> : children}
    </button>
  );
}

/** A link that looks like a {@link RowButton}. */
export function RowLinkButton(props: Omit<ComponentProps<typeof RowLink>, 'className'>) {
  return <RowLink className={classes.button} {...props} />;
}
