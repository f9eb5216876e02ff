const listeners = new Set<() => void>();
const watchers = new Set<() => void>();
let isOut = false;

/** Announces that the session has ended: a call returned 401. */
export function announceSignedOut(): void {
  setSignedOut(true);
  for (const listener of listeners) listener();
}

/** Listens for calls that the end of the session refused; returns a function that stops listening. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that the session has ended, before any call is refused, or that the user is signed in. */
export function setSignedOut(isNowOut: boolean): void {
  if (isOut === isNowOut) return;
  isOut = isNowOut;
  for (const watcher of watchers) watcher();
}

export function isSignedOut(): boolean {
  return isOut;
}

/** Calls back when {@link isSignedOut} changes; returns a function that stops it. */
export function watchSignedOut(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
