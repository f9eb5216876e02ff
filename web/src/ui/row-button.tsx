import { Loader } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './row-button.module.css';
import { RowLink } from './row-link.tsx';

type RowButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  /** What it does is under way. */
  isBusy?: boolean;
};

/**
 * An icon button of a row. One element, for tables that make dozens of rows at every keystroke: the buttons of the library take as
 * long as all else in the row.
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
