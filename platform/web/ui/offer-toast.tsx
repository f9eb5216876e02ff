import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './banner.module.css';

/** Milliseconds to read the toast and change one's mind. */
const SHOWN_MS = 12_000;

interface OfferOptions {
  /** A toast with the same id replaces the earlier one. */
  id?: string;
  /** What was done. */
  message: string;
  /** Label of the action: `Undo`, `Open`. */
  label: string;
  onClick: () => void;
  color?: 'green' | 'red';
}

/** A toast with one action. It stays long enough to be reached and closes once used. */
export function showOffer({ id: name, message, label, onClick, color = 'green' }: OfferOptions): void {
  if (name !== undefined) notifications.hide(name);
  const id = notifications.show({
    ...(name !== undefined && { id: name }),
    color,
    role: color === 'red' ? 'alert' : 'status',
    autoClose: SHOWN_MS,
    message: (
      <span className={classes.line}>
        <span className={classes.offerToastText}>{message}</span>
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

/** Closes the toast with this id, if it is still shown: what it offers is done. */
export function hideOffer(id: string): void {
  notifications.hide(id);
}
