import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { canEditLesson } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Screen, ScreenFields } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { draftKey } from '#web/platform/drafts.ts';
import { errorText } from '#web/platform/error-text.ts';
import { isOnItsWay } from '#web/ui/editing/commit-poll.ts';
import { conflictOf } from '#web/ui/editing/edit-session.ts';
import { useEditor } from '#web/ui/editing/use-editor.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreen } from './screen-cache.ts';
import { LONG_FIELDS, RemoteRunSwitch, SCREEN_FIELDS, type ShortFields } from './screen-fields.ts';
import { showScreenError } from './show-screen-error.ts';
import { useAnswer } from './use-answer.ts';
import { useForeignSaves } from './use-foreign-saves.ts';
import { useCommitPolling } from './use-lesson-events.ts';
import { useScratch } from './use-scratch.ts';

/** Everything about one screen while it is open for editing. One per screen: the page remounts it for another one. */
export function useScreenEditing(screen: Screen, lesson: Pick<Lesson, 'id' | 'is_main' | 'is_shallow_import'>, userId: number) {
  const client = useQueryClient();
  const isReadOnly = !canEditLesson(lesson);
  const editor = useEditor<ScreenFields, ShortFields>({
    stored: screen,
    names: SCREEN_FIELDS,
    long: LONG_FIELDS,
    send: async ({ fields, revision, message }) => {
      const body = { ...fields, revision, ...(message !== undefined && { saveMessage: message }) };
      try {
        const saved = await api.saveScreen({ params: { lessonId: screen.lesson_id, screenId: screen.id }, body });
        putScreen(client, saved);
        return saved;
      } catch (error) {
        if (!conflictOf(error)) showScreenError(error, SCREEN_MESSAGES.notSaved);
        throw error;
      }
    },
    failed: SCREEN_MESSAGES.notSaved,
    draftKey: draftKey(userId, 'screen', screen.id),
    isReadOnly,
    isFollowing: false,
  });
  const { session, isSaving, hasFailed, failure, conflict } = editor;
  const [remoteRun] = useState(() => new RemoteRunSwitch());
  const answer = useAnswer(screen, session);
  const scratch = useScratch(userId, screen.id, session);
  const foreignSave = useForeignSaves(screen, editor, isSaving || answer.isSaving);
  useCommitPolling(lesson.id, screen.id, isOnItsWay(screen.commit_status));

  const isGone = hasFailed && failure instanceof ApiError && failure.code === 'not_found';
  // Of a text that the server refuses nothing is shown at the text itself.
  const reason = hasFailed && conflict === null && !conflictOf(failure) ? errorText(failure, SCREEN_MESSAGES.notSaved) : null;
  return {
    ...editor,
    screenId: screen.id,
    isReadOnly,
    isGone,
    error: isGone ? SCREEN_MESSAGES.gone : reason,
    hasRemoteRun: session.has('remote_run_code'),
    toggleRemoteRun: (isOn: boolean, standard: string) => remoteRun.toggle(session, isOn, standard),
    scratch,
    answer,
    foreignSave,
  };
}

export type ScreenEditing = ReturnType<typeof useScreenEditing>;
