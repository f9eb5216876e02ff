import { notifications } from '@mantine/notifications';

/** Shows a result for a moment. Failures that need a response are shown at their cause instead. */
export function showResult(message: string): void {
  notifications.show({ color: 'green', message, role: 'status', closeButtonProps: { 'aria-label': 'Close' } });
}
