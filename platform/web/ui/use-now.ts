import { useSyncExternalStore } from 'react';

const REFRESH_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (timer === null) {
    now = Date.now();
    timer = setInterval(tick, REFRESH_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The time in milliseconds, updated every 30 seconds: one clock for all relative times. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
