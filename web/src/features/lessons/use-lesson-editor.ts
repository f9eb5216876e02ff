import { useCallback, useState } from 'react';
import type { ConflictDetails } from '#contract/errors.ts';
import { LessonFields } from '#contract/lessons.ts';
import type { Lesson } from '#contract/lessons.ts';
import { errorText, fieldErrors } from '#web/platform/error-text.ts';
import { afterSave, currentFields, edit, isDirty, rebase, resolvedEdits, startForm } from '#web/ui/editing/edit-form.ts';
import type { EditForm } from '#web/ui/editing/edit-form.ts';
import { conflictOf } from '#web/ui/editing/edit-session.ts';
import type { EditState } from '#web/ui/save-state.tsx';
import { useSaveLesson } from './api.ts';
import { MESSAGES } from './messages.ts';

type LessonForm = EditForm<LessonFields>;

export interface LessonEditor {
  form: LessonForm;
  fields: LessonFields;
  state: EditState;
  isDirty: boolean;
  isSaving: boolean;
  /** The last save's failure itself; null after one that went well. */
  failure: Error | null;
  /** Why the last save failed, when no single field is to blame. */
  error: string | null;
  /** What the server found wrong with each field. */
  fieldErrors: Record<string, string>;
  conflict: ConflictDetails | null;
  edit: (change: Partial<LessonFields>) => void;
  setForm: (change: (form: LessonForm) => LessonForm) => void;
  save: (message?: string, onDone?: () => void) => void;
  /** Saves what was decided in a conflict. */
  resolve: (decided: Record<string, unknown>, onDone?: () => void) => void;
  /** Leaves a conflict undecided; everything stays as it was typed. */
  postpone: () => void;
}

/** Editing and saving one lesson's metadata. A failed save keeps everything that was typed. */
export function useLessonEditor(lesson: Lesson): LessonEditor {
  const [form, setForm] = useState<LessonForm>(() => startForm(lesson, LessonFields.keyof().options));
  const [conflict, setConflict] = useState<{ details: ConflictDetails; message: string | undefined } | null>(null);
  const saving = useSaveLesson(lesson.id);

  const [seen, setSeen] = useState(lesson);
  if (seen !== lesson) {
    setSeen(lesson);
    setForm(rebase(form, lesson));
  }

  const send = (edits: Partial<LessonFields>, revision: number, message?: string, onDone?: () => void) => {
    saving.mutate(
      { ...edits, revision, ...(message === undefined ? {} : { save_message: message }) },
      {
        onSuccess: (saved) => {
          setForm((now) => afterSave(now, edits, saved));
          setConflict(null);
          onDone?.();
        },
        onError: (cause) => {
          const details = conflictOf(cause);
          if (details) setConflict({ details, message });
        },
      },
    );
  };

  const errors = fieldErrors(saving.error);
  const isConflict = conflictOf(saving.error) !== null;
  return {
    form,
    fields: currentFields(form),
    state: saving.isPending ? 'saving' : saving.isError ? 'failed' : isDirty(form) ? 'unsaved' : 'saved',
    isDirty: isDirty(form),
    isSaving: saving.isPending,
    error: saving.isError && !isConflict && Object.keys(errors).length === 0 ? errorText(saving.error, MESSAGES.saveFailed) : null,
    fieldErrors: errors,
    failure: saving.error,
    conflict: conflict?.details ?? null,
    edit: useCallback((change) => setForm((now) => edit(now, change)), []),
    setForm,
    save: (message, onDone) => send(form.edits, form.revision, message, onDone),
    resolve: (decided, onDone) => {
      if (!conflict) return;
      const edits = LessonFields.partial().parse(resolvedEdits(form.edits, conflict.details.merged, decided));
      setForm((now) => ({ ...now, edits: { ...now.edits, ...edits } }));
      send(edits, conflict.details.revision, conflict.message, onDone);
    },
    postpone: () => setConflict(null),
  };
}
