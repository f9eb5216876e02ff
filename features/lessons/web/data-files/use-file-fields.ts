import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { DataFileFields, type DataFile } from '#features/lesson-files/contract/data-files.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useUnsavedPart } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useAutoSave } from '#platform/web/ui/editing/use-auto-save.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';
import { saveFileFields } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Milliseconds after the last key until typed fields are saved. */
const SAVE_DELAY_MS = 1_500;

export interface FileFieldsEditor extends Editor<DataFileFields, DataFileFields, null> {
  /** An edit that is saved at once, with everything that waits. */
  choose: (change: Partial<DataFileFields>) => void;
}

/** The settings of a file while they are edited; they are saved automatically: what is typed after a pause, what is chosen at once. */
export function useFileFields(lessonId: number, file: DataFile): FileFieldsEditor {
  const client = useQueryClient();
  const editor = useEditor<DataFileFields, DataFileFields, null>({
    stored: useMemo(() => ({ ...file, revision: null }), [file]),
    names: DataFileFields.keyof().options,
    send: async ({ fields }) => ({ ...(await saveFileFields(client, lessonId, file, fields)), revision: null }),
    failed: MESSAGES.changeFailed,
    draftKey: null,
  });
  const { session, isDirty, state, failure } = editor;
  useAutoSave(editor, SAVE_DELAY_MS, true);
  // What waits for its pause is not lost with the page.
  useEffect(() => () => void session.save(), [session]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const send = () => void session.save();
    window.addEventListener('beforeunload', send);
    return () => window.removeEventListener('beforeunload', send);
  }, [session, isDirty]);
  const error = state === 'failed' ? failureText(failure, MESSAGES.changeFailed) : null;
  useUnsavedPart({ name: `settings of ${file.file_name}`, state, error, savesItself: true, save: editor.save });
  return {
    ...editor,
    error,
    choose: (change) => {
      session.edit(change);
      void session.save();
    },
  };
}
