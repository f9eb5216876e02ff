import { api as routes } from '#app/contract/api.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { MESSAGES } from './messages.ts';
import { setupFragment } from './setup-link.ts';

/**
 * The sign-in popup. Its end is detected in two ways, because a provider's page can sever the link between the windows: by polling every
 * 100 ms whether it is on the success page, and by a message on a BroadcastChannel.
 */
export interface LoginPopupEvents {
  onSuccess: () => void;
  onFailure: (text: string) => void;
}

/** The channel that the success page posts to. */
const CHANNEL = 'lessonwright-login';

function features(): string {
  const size = LIMITS.loginPopupSize;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - size) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - size) / 2));
  return `popup,width=${size},height=${size},left=${left},top=${top}`;
}

/** Whether the popup is on the success page. A provider's page is cross-origin and can't be read, so it is not. */
function hasSucceeded(popup: Window): boolean {
  try {
    return popup.location.pathname === routes.loginSuccess.path;
  } catch {
    return false;
  }
}

/** The message of the popup's failure page (features/accounts/server/login/scripts/failure.js). */
function isFailure(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'failure';
}

/**
 * Opens the popup and reports its result once. It keeps listening after a failure, since a window that only seems closed may still
 * succeed. The returned function ends everything and closes the popup.
 */
export function openLoginPopup(events: LoginPopupEvents, isSignedIn: () => Promise<boolean>): () => void {
  const popup = window.open(routes.loginPopup.path + setupFragment(), 'lessonwright-login', features());
  if (!popup) {
    events.onFailure(MESSAGES.blocked);
    return () => undefined;
  }
  const channel = new BroadcastChannel(CHANNEL);
  const stop = () => {
    clearInterval(timer);
    channel.close();
    popup.close();
  };
  const succeed = () => {
    stop();
    events.onSuccess();
  };
  const look = async () => {
    if (hasSucceeded(popup)) return succeed();
    if (!popup.closed) return;
    clearInterval(timer);
    if (await isSignedIn()) succeed();
    else events.onFailure(MESSAGES.failed);
  };
  const timer = setInterval(() => void look(), LIMITS.loginPopupPollMs);
  channel.addEventListener('message', (message: MessageEvent<unknown>) => {
    // Keep a failed popup open: it shows the reason, and may still succeed.
    if (isFailure(message.data)) events.onFailure(MESSAGES.failed);
    else succeed();
  });
  return stop;
}
