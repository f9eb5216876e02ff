import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './questions.module.css';

interface MoveButtonsProps {
  /** Counted from 1. */
  number: number;
  /** How many questions there are that can be moved. */
  count: number;
  isBusy: boolean;
  onMove: (by: -1 | 1) => void;
}

const WAYS = [
  { by: -1, name: 'up', Sign: IconArrowUp },
  { by: 1, name: 'down', Sign: IconArrowDown },
] as const;

/** Moves a question past the one before or behind it. At the ends a button is off for everyone but the keyboard, which stays on it. */
export function MoveButtons({ number, count, isBusy, onMove }: MoveButtonsProps) {
  return (
    <span className={classes.moves}>
      {WAYS.map(({ by, name, Sign }) => {
        const isOff = isBusy || number + by < 1 || number + by > count;
        return (
          <ActionIcon
            key={name}
            data-move={by}
            aria-label={`Move question ${number} ${name}`}
            title={`Move ${name}`}
            aria-disabled={isOff}
            data-disabled={isOff || undefined}
            onClick={() => !isOff && onMove(by)}
          >
            <Sign size={16} aria-hidden />
          </ActionIcon>
        );
      })}
    </span>
  );
}
