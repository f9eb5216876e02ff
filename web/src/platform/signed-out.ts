const listeners = new Set<() => void>();

/** Tells the page that the server no longer knows the person: a call was answered with 401. */
export function announceSignedOut(): void {
  for (const listener of listeners) listener();
}

/** Listens for the end of the session; answers how to stop listening. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
