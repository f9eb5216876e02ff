import { notifications } from '@mantine/notifications';
import { LIMITS } from '#contract/limits.ts';
import { errorText } from '#web/platform/error-text.ts';

/** A §8: what went wrong with a screen is told for five seconds. Whatever needs an answer stands elsewhere and stays. */
export function showScreenError(error: unknown, fallback: string): void {
  notifications.show({
    color: 'red',
    message: errorText(error, fallback),
    autoClose: LIMITS.screenErrorToastMs,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
