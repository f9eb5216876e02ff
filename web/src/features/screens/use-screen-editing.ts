import { useState, useSyncExternalStore } from 'react';
import { canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import { isOnItsWay } from '#web/ui/editing/commit-poll.ts';
import type { EditState } from '#web/ui/save-state.tsx';
import { ScreenForm } from './screen-form.ts';
import { useAnswer } from './use-answer.ts';
import { useForeignSaves } from './use-foreign-saves.ts';
import { useCommitPolling } from './use-lesson-events.ts';
import { useSaveScreen } from './use-save-screen.ts';
import { useScratch } from './use-scratch.ts';
import { useScreenDraft } from './use-screen-draft.ts';

/** Everything about one screen while it is open for editing. One per screen: the page remounts it for another one. */
export function useScreenEditing(screen: Screen, lesson: Lesson, userId: number) {
  const [form] = useState(() => new ScreenForm(screen));
  const state = useSyncExternalStore(form.subscribe, form.state);
  const isReadOnly = !canEditLesson(lesson);
  const saving = useSaveScreen(screen, form);
  const answer = useAnswer(screen, form);
  const draft = useScreenDraft(userId, screen.id, form, isReadOnly);
  const scratch = useScratch(userId, screen.id, form);
  const foreignSave = useForeignSaves(screen, form, state, saving.isSaving || answer.isSaving);
  useCommitPolling(lesson.id, screen.id, isOnItsWay(screen.commit_status));

  const isDirty = state.dirty.length > 0;
  const editState: EditState = saving.isSaving ? 'saving' : !isDirty ? 'saved' : saving.failure !== null ? 'failed' : 'unsaved';
  return { screenId: screen.id, form, state, scratch, isReadOnly, isDirty, editState, saving, answer, draft, foreignSave };
}

export type ScreenEditing = ReturnType<typeof useScreenEditing>;
