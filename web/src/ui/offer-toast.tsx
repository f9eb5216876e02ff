import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './offer-toast.module.css';

/** Time to read, and to think better of it, in milliseconds. */
const SHOWN_MS = 12_000;

interface OfferOptions {
  /** Names it: a new one takes the place of the one that is shown under the same name. */
  id?: string;
  /** What was done. */
  message: string;
  /** What can be done about it: `Undo`, `Open`. */
  label: string;
  onClick: () => void;
  color?: 'green' | 'red';
}

/** Tells what came of something, with one thing to do about it. It stays long enough to be reached, and goes once it is used. */
export function showOffer({ id: name, message, label, onClick, color = 'green' }: OfferOptions): void {
  if (name !== undefined) notifications.hide(name);
  const id = notifications.show({
    ...(name !== undefined && { id: name }),
    color,
    role: color === 'red' ? 'alert' : 'status',
    autoClose: SHOWN_MS,
    message: (
      <span className={classes.line}>
        <span className={classes.text}>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            onClick();
          }}
        >
          {label}
        </Button>
      </span>
    ),
  });
}
