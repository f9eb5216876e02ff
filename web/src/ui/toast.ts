import { notifications } from '@mantine/notifications';

/** Tells for a moment what came of something. Failures that need an answer stand at their cause instead. */
export function showResult(message: string): void {
  notifications.show({ color: 'green', message, role: 'status', closeButtonProps: { 'aria-label': 'Close' } });
}
