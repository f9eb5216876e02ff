import { useSyncExternalStore } from 'react';
import { live } from './live.ts';

/** `offline`: the browser has no network; `unreachable`: the server does not reply. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** Whether the page reaches the server, as the browser and the live connection know it. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, read);
}

function read(): Connection {
  if (!navigator.onLine) return 'offline';
  return live.isCut() ? 'unreachable' : 'online';
}

function watch(listener: () => void): () => void {
  const watching = new AbortController();
  for (const type of ['online', 'offline']) globalThis.addEventListener(type, listener, { signal: watching.signal });
  const stop = live.watch(listener);
  return () => {
    watching.abort();
    stop();
  };
}
