const listeners = new Set<() => void>();

/** Announces that the session has ended: a call returned 401. */
export function announceSignedOut(): void {
  for (const listener of listeners) listener();
}

/** Listens for the end of the session; returns a function that stops listening. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
