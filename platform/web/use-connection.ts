import { useSyncExternalStore } from 'react';
import { live } from './live.ts';
import { isSignedOut, watchSignedOut } from './signed-out.ts';

/** `offline`: the browser has no network; `signed-out`: the session has ended; `unreachable`: the server does not reply. */
export type Connection = 'online' | 'offline' | 'signed-out' | 'unreachable';

/** Whether the page reaches the server, as the browser and the live connection know it. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, read);
}

function read(): Connection {
  if (!navigator.onLine) return 'offline';
  // The live connection of a session that has ended is refused.
  if (isSignedOut()) return 'signed-out';
  return live.isCut() ? 'unreachable' : 'online';
}

function watch(listener: () => void): () => void {
  const watching = new AbortController();
  for (const type of ['online', 'offline']) globalThis.addEventListener(type, listener, { signal: watching.signal });
  const stops = [live.watch(listener), watchSignedOut(listener)];
  return () => {
    watching.abort();
    for (const stop of stops) stop();
  };
}
