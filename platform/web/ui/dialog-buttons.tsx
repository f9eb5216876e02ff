import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogButtonsProps {
  submitLabel: string;
  /** Both are disabled while the request runs. */
  isBusy: boolean;
  isDisabled?: boolean;
  isDanger?: boolean;
  onClose: () => void;
  /** Before them. */
  children?: ReactNode;
}

/** Cancel and Submit of a form. */
export function DialogButtons({ submitLabel, isBusy, isDisabled = false, isDanger = false, onClose, children }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      {children}
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy} disabled={isDisabled} {...(isDanger && { color: 'red' })}>
        {submitLabel}
      </Button>
    </Group>
  );
}
