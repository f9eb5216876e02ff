import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import type { ConflictDetails } from '#contract/errors.ts';
import type { Screen, ScreenFields } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { errorText, fieldErrors } from '#web/platform/error-text.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreen } from './screen-cache.ts';
import type { ScreenForm } from './screen-form.ts';
import { showScreenError } from './show-screen-error.ts';

export interface ScreenSaving {
  isSaving: boolean;
  /** Why the last save failed; null after one that went well. */
  failure: string | null;
  /** The last save failed because the screen is gone. */
  isGone: boolean;
  /** The server's words about single fields. */
  fieldErrors: Record<string, string>;
  /** Both sides of a save that could not be merged, until it is decided. */
  conflict: ConflictDetails | null;
  /** True when the screen is saved; otherwise the reason is told and every edit is still there. */
  save: (message?: string) => Promise<boolean>;
  /** Decides the conflict, and saves. */
  resolve: (chosen: Partial<ScreenFields>) => void;
  /** Leaves the conflict undecided; the edits stay unsaved. */
  postpone: () => void;
}

/** Saves the edited fields of a screen from the revision that they began on (product §10.1). */
export function useSaveScreen(screen: Screen, form: ScreenForm): ScreenSaving {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<{ details: ConflictDetails; message: string | undefined } | null>(null);
  const isUnderWay = useRef(false);

  async function save(message?: string): Promise<boolean> {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setSaving(true);
    try {
      const body = { ...form.changes(), revision: form.revision, ...(message !== undefined && { saveMessage: message }) };
      const saved = await api.saveScreen({ params: { lessonId: screen.lesson_id, screenId: screen.id }, body });
      form.replace(saved);
      putScreen(client, saved);
      setError(null);
      return true;
    } catch (cause) {
      const details = conflictOf(cause);
      if (details) setConflict({ details, message });
      else {
        setError(cause);
        showScreenError(cause, SCREEN_MESSAGES.notSaved);
      }
      return false;
    } finally {
      isUnderWay.current = false;
      setSaving(false);
    }
  }

  function resolve(chosen: Partial<ScreenFields>) {
    if (!conflict) return;
    form.resolve(conflict.details, chosen);
    setConflict(null);
    void save(conflict.message);
  }

  const isGone = error instanceof ApiError && error.code === 'not_found';
  return {
    isSaving,
    failure: error === null ? null : isGone ? SCREEN_MESSAGES.gone : errorText(error, SCREEN_MESSAGES.notSaved),
    isGone,
    fieldErrors: fieldErrors(error),
    conflict: conflict?.details ?? null,
    save,
    resolve,
    postpone: () => setConflict(null),
  };
}

function conflictOf(error: unknown): ConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return (error.details as ConflictDetails | undefined) ?? null;
}
