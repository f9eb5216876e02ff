import { useLayoutEffect, useState } from 'react';
import type { z } from 'zod';
import type { ConflictDetails } from '#contract/errors.ts';
import { errorText, fieldErrors } from '#web/platform/error-text.ts';
import { useStore } from '#web/platform/use-store.ts';
import type { EditState } from '../save-state.tsx';
import { currentFields, isDirty, type EditForm, type Stored } from './edit-form.ts';
import { conflictOf, EditSession } from './edit-session.ts';

interface EditorOptions<S extends z.ZodObject> {
  /** As the server has it; a newer one is taken in under the edits. */
  stored: Stored<z.output<S>>;
  /** The fields that are edited. */
  schema: S;
  /** Saves some fields that were edited from a revision, and answers what the server has then. */
  send: (fields: Partial<z.output<S>> & { revision: number; save_message?: string }) => Promise<Stored<z.output<S>>>;
  /** What is told where the server has no words of its own (B §8). */
  failed: string;
  /** What is wrong on the page itself, by field: then nothing is sent. */
  problemsOf?: (fields: z.output<S>) => Record<string, string>;
}

export interface Editor<F extends object> {
  form: EditForm<F>;
  fields: F;
  state: EditState;
  isDirty: boolean;
  isSaving: boolean;
  /** The last save failed, and something is still unsaved. */
  hasFailed: boolean;
  /** The last save's failure itself; null after one that went well. */
  failure: Error | null;
  /** Why the last save failed, when no single field is to blame. */
  error: string | null;
  /** What is wrong with each field: found here, or by the server. */
  fieldErrors: Record<string, string>;
  /** A save would be refused before it is sent. */
  hasProblems: boolean;
  conflict: ConflictDetails | null;
  edit: (change: Partial<F>) => void;
  setForm: (change: (form: EditForm<F>) => EditForm<F>) => void;
  /** Sends the edits, with a message for the history where one is given. True when nothing of them is left unsaved. */
  save: (message?: string) => Promise<boolean>;
  /** Saves what was decided in a conflict. */
  resolve: (decided: Record<string, unknown>) => Promise<boolean>;
  /** Leaves a conflict undecided; everything stays as it was typed. */
  postpone: () => void;
}

/** The fields of one thing on its page. A component that shows another thing needs another key. */
export function useEditor<S extends z.ZodObject>(options: EditorOptions<S>): Editor<z.output<S>> {
  type Fields = z.output<S>;
  const { stored, schema, failed, problemsOf } = options;
  const [session] = useState(
    () =>
      new EditSession<Fields>({
        stored,
        names: Object.keys(schema.shape),
        send: options.send,
      }),
  );
  const { form, isSaving, failure, conflict } = useStore(session);
  useLayoutEffect(() => session.take(stored), [session, stored]);

  const fields = currentFields(form);
  const hasEdits = isDirty(form);
  const problems = hasEdits ? (problemsOf?.(fields) ?? {}) : {};
  const hasProblems = Object.keys(problems).length > 0;
  const refused = hasEdits ? fieldErrors(failure) : {};
  const hasFailed = failure !== null && hasEdits;
  const hasOwnPlace = conflictOf(failure) !== null || Object.keys(refused).length > 0;
  return {
    form,
    fields,
    state: isSaving ? 'saving' : !hasEdits ? 'saved' : hasFailed ? 'failed' : 'unsaved',
    isDirty: hasEdits,
    isSaving,
    hasFailed,
    failure,
    error: hasFailed && !hasOwnPlace ? errorText(failure, failed) : null,
    fieldErrors: { ...refused, ...problems },
    hasProblems,
    conflict,
    edit: session.edit,
    setForm: session.setForm,
    save: (message) => (hasProblems ? Promise.resolve(false) : session.save(message)),
    resolve: (decided) => session.resolve(decided, (edits) => schema.partial().parse(edits) as Partial<Fields>),
    postpone: session.postpone,
  };
}
