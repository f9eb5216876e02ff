import { notifications } from '@mantine/notifications';
import { LIMITS } from '#platform/contract/limits.ts';
import { failureText } from '#platform/web/error-text.ts';

/** Shows an error of a screen for five seconds. What needs a decision is shown elsewhere, and stays. */
export function showScreenError(error: unknown, text: string): void {
  notifications.show({
    color: 'red',
    message: failureText(error, text),
    autoClose: LIMITS.screenErrorToastMs,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
