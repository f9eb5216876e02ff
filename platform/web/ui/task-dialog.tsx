import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface TaskDialogProps {
  title: string;
  size?: string | number;
  /** While it runs, a stray click or Escape does not close the dialog. */
  isRunning: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog for a long task. Open while rendered. */
export function TaskDialog({ title, size = 'lg', isRunning, onClose, children }: TaskDialogProps) {
  useReturnFocus(true);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      {children}
    </Dialog>
  );
}
