import { useEffect } from 'react';
import { useStore } from '#web/platform/use-store.ts';
import type { KeptForm } from './kept-form.ts';

/** A kept form as it stands, painted anew at every edit; what an earlier visit left comes by itself. */
export function useKeptForm<F extends object>(form: KeptForm<F>): F {
  useEffect(() => void form.load(), [form]);
  return useStore(form);
}
