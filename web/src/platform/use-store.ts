import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The state of a store, painted anew whenever it is another. */
export function useStore<S>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.state);
}
