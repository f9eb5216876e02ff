import { useEffect, useState } from 'react';
import { clearDraft, loadDraft, saveDraft, type Draft } from '#web/platform/drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { isDirty, restoreEdits } from './edit-form.ts';
import type { Editor } from './use-editor.ts';

/** Edits of an earlier visit that were not saved. */
export interface KeptOffer {
  /** When they were typed. */
  at: string;
  restore: () => void;
  discard: () => void;
}

/** Keeps unsaved edits in this browser as they are typed, under the name of a draft, and offers those of an earlier visit. */
export function useKeptEdits<F extends object>(key: string, editor: Pick<Editor<F>, 'form' | 'setForm'>): KeptOffer | null {
  const [offered, setOffered] = useState<Draft<F> | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { form, setForm } = editor;

  useEffect(() => {
    let isLeft = false;
    void loadDraft<F>(key).then((draft) => {
      if (isLeft) return;
      setOffered(draft);
      setLoaded(true);
    });
    return () => {
      isLeft = true;
    };
  }, [key]);

  // What is offered stays under what is typed, until it is decided on: neither overwrites the other.
  useEffect(() => {
    if (!isLoaded) return;
    if (isDirty(form)) {
      const base_revision = Math.min(form.revision, offered?.base_revision ?? form.revision);
      saveDraft<F>(key, { base_revision, fields: { ...offered?.fields, ...form.edits }, at: Date.now() });
    } else if (offered) saveDraft<F>(key, offered);
    else void clearDraft(key);
  }, [key, isLoaded, offered, form]);

  // A draft that was saved after all holds nothing new.
  if (!offered || !isDirty(restoreEdits({ ...form, edits: {} }, offered))) return null;
  return {
    at: new Date(offered.at).toISOString(),
    restore: () => {
      noteRestored(key);
      // What was typed since is newer than the draft.
      setForm((now) => restoreEdits(now, { ...offered, fields: { ...offered.fields, ...now.edits } }));
      setOffered(null);
    },
    discard: () => setOffered(null),
  };
}
