import { Button, Group } from '@mantine/core';

interface DialogButtonsProps {
  submitLabel: string;
  isBusy: boolean;
  onClose: () => void;
}

/** Cancel and Submit of a form. */
export function DialogButtons({ submitLabel, isBusy, onClose }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {submitLabel}
      </Button>
    </Group>
  );
}
