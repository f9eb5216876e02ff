import { useLayoutEffect, useState } from 'react';
import { errorText, fieldErrors } from '../../error-text.ts';
import type { Revision } from '../../revision.ts';
import { useStore } from '../../use-store.ts';
import { conflictOf, EditSession, type HowToSave, type Save, type SessionState, type Stored } from './edit-session.ts';
import { editState, type EditState } from './edit-state.ts';
import { type DraftStatus, useDraft } from './use-draft.ts';

interface EditorOptions<F extends object, S extends object, R extends Revision> {
  /** As the server has it; a newer one is taken over under the edits. */
  stored: Stored<F, R>;
  /** The fields that are edited, in their order. */
  names: readonly (keyof F & string)[];
  /** Texts that an editor holds; see {@link EditSession}. */
  long?: readonly (Exclude<keyof F, keyof S> & string)[];
  /** Saves, and returns what the server has then; the one of the first rendering is used. */
  send: (save: Save<F, R>) => Promise<Stored<F, R>>;
  /** Why a save failed, when the server does not say. */
  failed: string;
  /** The name under which unsaved edits are kept in the browser; null: they are not kept. */
  draftKey: string | null;
  /** The draft of an earlier visit is restored at once, and not offered. */
  restoresItself?: boolean;
  isReadOnly?: boolean;
  /** False: the page calls `session.take` itself. */
  isFollowing?: boolean;
  /** Errors found on the page, by field; with errors nothing is sent. */
  problemsOf?: (fields: S) => Record<string, string>;
}

export interface Editor<F extends object, S extends object = F, R extends Revision = number> extends Pick<
  SessionState<F, S>,
  'fields' | 'base' | 'dirty' | 'version' | 'isSaving' | 'isSending' | 'failure' | 'conflict'
> {
  session: EditSession<F, S, R>;
  state: EditState;
  isDirty: boolean;
  /** The last save failed, and something is still unsaved. */
  hasFailed: boolean;
  /** Why the last save failed, when no single field is to blame. */
  error: string | null;
  /** Errors by field: found here, or by the server. */
  fieldErrors: Record<string, string>;
  /** A save would be refused before it is sent. */
  hasProblems: boolean;
  /** Unsaved edits of an earlier visit. */
  draft: DraftStatus<F>;
  edit: (change: Partial<F>) => void;
  /** Sends the edits. Returns true when nothing of them is left unsaved. */
  save: (how?: HowToSave) => Promise<boolean>;
  /** Saves what was decided in a conflict. */
  resolve: (decided: Record<string, unknown>) => Promise<boolean>;
  /** Leaves a conflict unresolved; everything stays as it was typed. */
  postpone: () => void;
}

/** An {@link EditSession} in a component, with its draft. A component that shows another thing needs another key. */
export function useEditor<F extends object, S extends object = F, R extends Revision = number>(
  options: EditorOptions<F, S, R>,
): Editor<F, S, R> {
  const { stored, names, long = [], send, failed, isReadOnly = false, isFollowing = true, problemsOf } = options;
  const [session] = useState(() => new EditSession<F, S, R>({ stored, names, long, send }));
  const { fields, base, dirty, version, isSaving, isSending, failure, conflict } = useStore(session);
  // While a save runs, its reply may come behind a later revision: that is taken over after it. Others have no order.
  const isWaiting = isSending && typeof stored.revision === 'number';
  useLayoutEffect(() => {
    if (isFollowing && !isWaiting) session.take(stored);
  }, [session, stored, isFollowing, isWaiting]);
  const isOff = isReadOnly || options.draftKey === null;
  const draft = useDraft(session, { key: options.draftKey ?? '', restoresItself: options.restoresItself === true, isOff });

  const isDirty = dirty.length > 0;
  const problems = isDirty ? (problemsOf?.(fields) ?? {}) : {};
  const hasProblems = Object.keys(problems).length > 0;
  const refused = isDirty ? fieldErrors(failure) : {};
  const hasFailed = failure !== null && isDirty;
  const isShownElsewhere = conflictOf(failure) !== null || Object.keys(refused).length > 0;
  return {
    session,
    fields,
    base,
    dirty,
    version,
    isSaving,
    isSending,
    failure,
    conflict,
    state: editState({ isDirty, isSaving: isSending, hasFailed }),
    isDirty,
    hasFailed,
    error: hasFailed && !isShownElsewhere ? errorText(failure, failed) : null,
    fieldErrors: { ...refused, ...problems },
    hasProblems,
    draft: isDirty ? draft : { ...draft, restoredAt: null },
    edit: session.edit,
    save: (how) => (hasProblems ? Promise.resolve(false) : session.save(how)),
    resolve: session.resolve,
    postpone: session.postpone,
  };
}
