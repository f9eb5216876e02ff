import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { errorText } from '#web/platform/error-text.ts';
import { useLive } from '#web/platform/use-live.ts';
import { useStore } from '#web/platform/use-store.ts';
import { editState, type EditState } from '#web/ui/save-state.tsx';
import { fileTextQuery, useSaveFileText } from './api.ts';
import { FileDraft, type KnownText } from './file-draft.ts';
import { MESSAGES } from './messages.ts';

/** What somebody else made of a file that is edited here; null: it is gone. */
interface TextConflict {
  readonly theirs: KnownText | null;
}

export interface FileTextEditing {
  draft: FileDraft;
  version: number;
  isDirty: boolean;
  state: EditState;
  isSaving: boolean;
  /** Why the last save failed. */
  error: string | null;
  conflict: TextConflict | null;
  /** True when nothing is left unsaved. */
  save: () => Promise<boolean>;
  /** Decides a conflict: what stands here takes the place of theirs. */
  keepMine: () => void;
  /** Decides a conflict: theirs takes the place of what stands here. */
  takeTheirs: () => void;
  /** Gives up what is not saved: the text of the server stands here. */
  discard: () => void;
}

/** Editing and saving the text of one file, from what the server had when it was opened. */
export function useFileText(lessonId: number, fileName: string, opened: KnownText): FileTextEditing {
  const client = useQueryClient();
  const [draft] = useState(() => new FileDraft(opened));
  const { version, isDirty } = useStore(draft);
  const saving = useSaveFileText(lessonId, fileName);
  const [conflict, setConflict] = useState<TextConflict | null>(null);

  const askAgain = async (): Promise<KnownText | null> => {
    try {
      return await client.query(fileTextQuery(lessonId, fileName));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  };
  const showTheirs = async () => {
    // Without an answer the next save finds it again.
    const theirs = await askAgain().catch(() => undefined);
    if (theirs !== undefined) setConflict({ theirs });
  };
  const send = async (body: { contents: string; sha256?: string }): Promise<boolean> => {
    try {
      draft.stored(await saving.mutateAsync(body));
      setConflict(null);
      return true;
    } catch (error) {
      if (isOvertaken(error)) void showTheirs();
      return false;
    }
  };

  // What others saved is shown where nothing is edited; where something is, the save finds it.
  const follow = async () => {
    if (draft.state().isDirty || saving.isPending) return;
    const theirs = await askAgain().catch(() => null);
    if (theirs && !draft.state().isDirty) draft.replace(theirs);
  };
  useLive(`lesson:${lessonId}`, {
    onEvent: ({ type }) => {
      if (type === 'files-changed' || type === 'lesson-changed') void follow();
    },
    onResume: () => void follow(),
  });

  return {
    draft,
    version,
    isDirty,
    state: editState({ isDirty: isDirty || conflict !== null, isSaving: saving.isPending, hasFailed: conflict !== null || saving.isError }),
    isSaving: saving.isPending,
    error: saving.isError && !isOvertaken(saving.error) ? errorText(saving.error, MESSAGES.saveTextFailed) : null,
    conflict,
    save: () => send(draft.toSend()),
    discard: () => {
      // The editor is emptied of edits at once; what others made of the file follows.
      draft.revert();
      saving.reset();
      void follow();
    },
    keepMine: () => {
      const { contents } = draft.toSend();
      const theirs = conflict?.theirs?.sha256;
      void send({ contents, ...(theirs === undefined ? {} : { sha256: theirs }) });
    },
    takeTheirs: () => {
      if (conflict?.theirs) draft.replace(conflict.theirs);
      setConflict(null);
      saving.reset();
    },
  };
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}
