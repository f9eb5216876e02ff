import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import classes from '../questions.module.css';

interface RowButtonsProps {
  /** Within a sentence, with its number: `option 2`. */
  name: string;
  index: number;
  count: number;
  isOff: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Moves a row up or down, or removes it. */
export function RowButtons({ name, index, count, isOff, onMove, onRemove }: RowButtonsProps) {
  return (
    <div className={classes.optionButtons}>
      <ActionIcon data-move={-1} aria-label={`Move ${name} up`} disabled={isOff || index === 0} onClick={() => onMove(-1)}>
        <IconArrowUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon data-move={1} aria-label={`Move ${name} down`} disabled={isOff || index === count - 1} onClick={() => onMove(1)}>
        <IconArrowDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Remove ${name}`} disabled={isOff} onClick={onRemove}>
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}
