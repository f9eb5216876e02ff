import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from '../questions.module.css';

/** The button behind the rows of a form. */
export function AddRow({ label, isOff, onClick }: { label: string; isOff: boolean; onClick: () => void }) {
  return (
    <Button
      data-add
      className={classes.add ?? ''}
      size="xs"
      variant="default"
      leftSection={<IconPlus size={15} aria-hidden />}
      disabled={isOff}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
