import { LiveConnection, type LiveListener } from './live-connection.ts';

export type { LiveEvent, LiveListener } from './live-connection.ts';

/** The page's only live connection. */
export const live = new LiveConnection(() => new WebSocket(new URL('/api/live', location.href.replace(/^http/, 'ws'))));

globalThis.addEventListener('online', () => live.wake());

/**
 * Subscribes to a topic of the live connection (`lesson:{id}`, `run:{stream_id}`, `operation:{id}`, `releases:all`); returns a function
 * that unsubscribes.
 */
export function subscribe(topic: string, listener: LiveListener | LiveListener['onEvent']): () => void {
  return live.subscribe(topic, listener);
}
