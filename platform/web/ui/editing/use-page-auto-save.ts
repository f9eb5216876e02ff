import { useEffect } from 'react';
import { AutoSave } from './auto-save.ts';
import type { UnsavedParts } from './unsaved-parts.ts';

/** Milliseconds after the last key. */
export const PAUSE_MS = 2_000;

/**
 * Saves the parts of a page by itself: after a pause, and when the page is hidden, because it may not be shown again. What does not arrive
 * is in the kept draft.
 */
export function usePageAutoSave(parts: UnsavedParts, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let isComposing = false;
    // What a save by hand has sent since, or was refused, isn't sent again.
    const save = async () => {
      const isSaved = !parts.isEdited || (await parts.saveAll({ isAutomatic: true }, 'watched'));
      // It joined a save that had begun before the edit.
      if (parts.isEdited) autoSave.touch();
      return isSaved;
    };
    const autoSave: AutoSave = new AutoSave({ save, isComposing: () => isComposing, pauseMs: PAUSE_MS });
    const stopWatching = parts.watch(autoSave.touch);
    const listening = new AbortController();
    const listen = (type: string, listener: () => void) => document.addEventListener(type, listener, { signal: listening.signal });
    listen('compositionstart', () => (isComposing = true));
    listen('compositionend', () => (isComposing = false));
    listen('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && parts.state().state === 'unsaved') void save();
    });
    return () => {
      stopWatching();
      autoSave.stop();
      listening.abort();
    };
  }, [parts, isOn]);
}
