import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface TaskDialogProps {
  title: string;
  size?: string | number;
  /** True while its work is going on: then neither a stray click nor Escape closes it. */
  isRunning: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog whose work may take long. It is open for as long as it is rendered. */
export function TaskDialog({ title, size = 'lg', isRunning, onClose, children }: TaskDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      {children}
    </Modal>
  );
}
