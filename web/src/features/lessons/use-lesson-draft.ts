import { useEffect, useState } from 'react';
import type { LessonFields } from '#contract/lessons.ts';
import { clearDraft, draftKey, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import type { Draft } from '#web/platform/drafts.ts';
import { isDirty, restoreDraft } from './lesson-form.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

export interface DraftOffer {
  /** When it was typed. */
  at: string;
  restore: () => void;
  discard: () => void;
}

/** Keeps unsaved edits of a lesson in this browser as they are typed, and offers those of an earlier visit. */
export function useLessonDraft(userId: number, lessonId: number, editor: LessonEditor): DraftOffer | null {
  const key = draftKey(userId, 'lesson', lessonId);
  const [offered, setOffered] = useState<Draft<LessonFields> | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { form, setForm } = editor;

  useEffect(() => {
    let isLeft = false;
    void loadDraft<LessonFields>(key).then((draft) => {
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
      saveDraft<LessonFields>(key, { base_revision, fields: { ...offered?.fields, ...form.edits }, at: Date.now() });
    } else if (offered) saveDraft<LessonFields>(key, offered);
    else void clearDraft(key);
  }, [key, isLoaded, offered, form]);

  // A draft that was saved after all holds nothing new.
  if (!offered || !isDirty(restoreDraft({ ...form, edits: {} }, offered))) return null;
  return {
    at: new Date(offered.at).toISOString(),
    restore: () => {
      // What was typed since is newer than the draft.
      setForm((now) => restoreDraft(now, { ...offered, fields: { ...offered.fields, ...now.edits } }));
      setOffered(null);
    },
    discard: () => setOffered(null),
  };
}
