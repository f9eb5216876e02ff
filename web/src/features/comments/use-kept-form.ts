import { useEffect, useSyncExternalStore } from 'react';
import type { KeptForm } from './kept-form.ts';

/** A kept form as it stands, painted anew at every edit; what an earlier visit left comes by itself. */
export function useKeptForm<F extends object>(form: KeptForm<F>): F {
  useEffect(() => void form.load(), [form]);
  return useSyncExternalStore(form.subscribe, form.value);
}
