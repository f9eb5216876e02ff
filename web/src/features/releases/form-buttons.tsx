import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './releases.module.css';

interface FormButtonsProps {
  submitLabel: string;
  isRunning: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  /** At the other end of the line. */
  children?: ReactNode;
}

/** Cancel and the button that sends a form; both wait while it is being done, since Stop ends that. */
export function FormButtons({ submitLabel, isRunning, isDisabled = false, onClose, children }: FormButtonsProps) {
  return (
    <div className={classes.buttons}>
      {children}
      <Button variant="default" onClick={onClose} disabled={isRunning}>
        Cancel
      </Button>
      <Button type="submit" loading={isRunning} disabled={isDisabled}>
        {submitLabel}
      </Button>
    </div>
  );
}
