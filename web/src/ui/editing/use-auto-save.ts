import { useEffect, useEffectEvent } from 'react';
import type { Editor } from './use-editor.ts';

/**
 * Saves edits by itself once nothing more was typed for `ms`. After a failure it waits for the next edit, and with a conflict until it
 * is decided.
 */
export function useAutoSave<F extends object>(editor: Editor<F>, ms: number, isOn: boolean): void {
  const save = useEffectEvent(() => void editor.save());
  const { edits } = editor.form;
  const isDue = isOn && editor.isDirty && !editor.hasProblems && editor.conflict === null;
  const due = isDue ? edits : null;
  useEffect(() => {
    if (due === null) return undefined;
    // Every edit is another one, and begins the pause anew.
    const timer = setTimeout(() => save(), ms);
    return () => clearTimeout(timer);
  }, [due, ms]);
}
