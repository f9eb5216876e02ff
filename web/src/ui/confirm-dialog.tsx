import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBanner } from './banner.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen, in the words of the specification where it has some. */
  text: ReactNode;
  /** The verb of what is done: `Delete lesson`. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Cannot be taken back: the button is red, and the focus begins on the way out. */
  isDanger?: boolean;
  isBusy?: boolean;
  /** Why it failed; the dialog stays open. */
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    text,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDanger = false,
    isBusy = false,
    error = null,
    onConfirm,
    onClose,
  } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack>
        <ErrorBanner text={error} />
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus={isDanger || undefined}>
            {cancelLabel}
          </Button>
          <Button color={isDanger ? 'red' : 'blue'} onClick={onConfirm} loading={isBusy} data-autofocus={!isDanger || undefined}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
