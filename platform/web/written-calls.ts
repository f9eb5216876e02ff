import type { QueryClient } from '@tanstack/react-query';
import { api as routes, type Api } from '#app/contract/api.ts';
import { isNamed, STALE_AFTER } from './stale-after.ts';

type Listener = (call: keyof Api) => void;

const listeners = new Set<Listener>();
const NAMES = new Map<unknown, keyof Api>(Object.entries(routes).map(([name, route]) => [route, name as keyof Api]));

/** Reports that a writing call succeeded; the API client and the upload do it for each. */
export function announceWritten(call: keyof Api): void {
  for (const listener of listeners) listener(call);
}

/** Reports a call of an upload, which has the route but not its name. */
export function announceUploaded(route: unknown): void {
  const name = NAMES.get(route);
  if (name !== undefined) announceWritten(name);
}

/** Makes the queries of a client stale that a writing call changed: those on the page are loaded again at once. Returns how to end it. */
export function followWrittenCalls(client: QueryClient): () => void {
  const listener: Listener = (call) => markStaleAfter(client, call);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What {@link STALE_AFTER} says of a call, applied to the queries of a client. */
export function markStaleAfter(client: QueryClient, call: keyof Api): void {
  const names = STALE_AFTER[call] ?? [];
  if (names.length === 0) return;
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => isNamed(name, queryKey)) });
}
