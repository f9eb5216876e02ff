import { notifications } from '@mantine/notifications';

/** Shows a result for a moment. Failures that need a response are shown at their cause instead. */
export function showResult(message: string): void {
  show('green', message);
}

/** Says for a moment why the page isn't the expected one. */
export function showNote(message: string): void {
  show('blue', message);
}

function show(color: string, message: string): void {
  notifications.show({ color, message, role: 'status', closeButtonProps: { 'aria-label': 'Close' } });
}
