import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** Reads a store and renders again when its state changes. */
export function useStore<S>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.state);
}
