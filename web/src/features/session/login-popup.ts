import { api as routes } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { MESSAGES } from './messages.ts';
import { setupFragment } from './setup-link.ts';

/**
 * The sign-in popup of B §2. Its end is learnt in two ways, because a provider's page can cut the tie between the two
 * windows: by looking every 100 ms whether it stands on the success page, and by a message on a BroadcastChannel.
 */
export interface LoginPopupEvents {
  onSuccess: () => void;
  onFailure: (text: string) => void;
}

/** Name of the channel on which the success page speaks. */
const CHANNEL = 'lessonwright-login';

function features(): string {
  const size = LIMITS.loginPopupSize;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - size) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - size) / 2));
  return `popup,width=${size},height=${size},left=${left},top=${top}`;
}

/** True when the popup stands on the success page; a page of a provider may not be looked at, and is not it. */
function hasSucceeded(popup: Window): boolean {
  try {
    return popup.location.pathname === routes.loginSuccess.path;
  } catch {
    return false;
  }
}

/** What the popup's failure page says (server/src/accounts/login/scripts/failure.js). */
function isFailure(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'failure';
}

/**
 * Opens the popup and reports its end once. After a failure it still listens: a window that only seems closed may
 * succeed yet. The answered function stops everything and closes the popup.
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
    // A failed popup stays, because it says why, and can succeed yet.
    if (isFailure(message.data)) events.onFailure(MESSAGES.failed);
    else succeed();
  });
  return stop;
}
