import { useEffect, useEffectEvent } from 'react';
import type { Editor } from './use-editor.ts';

type AutoSaved = Pick<Editor<object>, 'fields' | 'isDirty' | 'hasProblems' | 'conflict' | 'save'>;

/**
 * Saves edits automatically when nothing was typed for `ms`. After a failure it waits for the next edit, and with a conflict until that
 * is resolved.
 */
export function useAutoSave(editor: AutoSaved, ms: number, isOn: boolean): void {
  const save = useEffectEvent(() => void editor.save());
  const isDue = isOn && editor.isDirty && !editor.hasProblems && editor.conflict === null;
  const due = isDue ? editor.fields : null;
  useEffect(() => {
    if (due === null) return undefined;
    // Every edit restarts the pause.
    const timer = setTimeout(() => save(), ms);
    return () => clearTimeout(timer);
  }, [due, ms]);
}
