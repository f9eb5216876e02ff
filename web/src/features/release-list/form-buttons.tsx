import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './releases.module.css';

interface FormButtonsProps {
  submitLabel: string;
  isRunning: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  /** At the start of the line. */
  children?: ReactNode;
}

/** Cancel and Submit; both are disabled while the request runs, since Stop ends it. */
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
