import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBanner } from './banner.tsx';
import { Dialog } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { useWasOpened } from './use-was-opened.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen; to the letter where the specification dictates it. */
  text: ReactNode;
  /** The button's label, a verb: `Delete lesson`. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Can't be undone: the button is red, and Cancel has the focus. */
  isDanger?: boolean;
  isBusy?: boolean;
  /** Why it failed; the dialog stays open. */
  error?: string | null;
  /** What else it asks, between the text and the buttons. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. */
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
    children,
    onConfirm,
    onClose,
  } = props;
  useReturnFocus(isOpen);
  if (!useWasOpened(isOpen)) return null;
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <Stack>
        <ErrorBanner text={error} />
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus={isDanger || undefined}>
            {cancelLabel}
          </Button>
          <Button color={isDanger ? 'red' : 'blue'} onClick={onConfirm} loading={isBusy} data-autofocus={!isDanger || undefined}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
