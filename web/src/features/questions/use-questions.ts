import { useEffect, useState } from 'react';
import type { Screen } from '#contract/screens.ts';
import { clearDraft, draftKey, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { useStore } from '#web/platform/use-store.ts';
import { QuestionEdits, type QuestionEdit, type QuestionsState } from './question-edits.ts';

export interface QuestionEditing {
  edits: QuestionEdits;
  state: QuestionsState;
  /** When edits of an earlier visit were typed that are here again; null: there are none, or they were looked at. */
  restoredAt: Date | null;
  acknowledge: () => void;
}

/**
 * The multiple choice questions of the screen that is open, with what was typed into them: kept in this browser, there again after
 * a crash or a closed tab. Light: the page has it before the editor of questions is loaded.
 */
export function useQuestions(screen: Screen, userId: number, isReadOnly: boolean): QuestionEditing {
  const [edits] = useState(() => new QuestionEdits(screen.multipleChoiceQuestions));
  const state = useStore(edits);
  const [restoredAt, setRestoredAt] = useState<Date | null>(null);
  const key = draftKey(userId, 'questions', screen.id);

  useEffect(() => edits.take(screen.multipleChoiceQuestions), [edits, screen.multipleChoiceQuestions]);

  useEffect(() => {
    if (isReadOnly) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    void loadDraft<Record<string, QuestionEdit>>(key).then((draft) => {
      if (isLeft) return;
      for (const [name, edit] of Object.entries(draft?.fields ?? {})) if (edit) edits.put(name, edit);
      if (draft && edits.state().isDirty) {
        noteRestored(key);
        setRestoredAt(new Date(draft.at));
      }
      stop = edits.subscribe(() => keep(key, edits));
    });
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [key, edits, isReadOnly]);

  return { edits, state, restoredAt: state.isDirty ? restoredAt : null, acknowledge: () => setRestoredAt(null) };
}

function keep(key: string, edits: QuestionEdits): void {
  // Each edit knows what it began from, whatever else of the screen was saved.
  if (edits.state().isDirty) saveDraft(key, { base_revision: 0, fields: edits.edits(), at: Date.now() });
  else void clearDraft(key);
}
