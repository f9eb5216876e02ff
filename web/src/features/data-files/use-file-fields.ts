import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DataFile, DataFileFields } from '#contract/data-files.ts';
import { failureText } from '#web/platform/error-text.ts';
import { useStore } from '#web/platform/use-store.ts';
import { useUnsavedPart } from '#web/ui/editing/unsaved-parts.ts';
import { saveFileFields } from './api.ts';
import { FieldSaver, type FieldState } from './field-saver.ts';
import { MESSAGES } from './messages.ts';

interface FileFields {
  /** As they stand on the page. */
  fields: DataFileFields;
  state: FieldState;
  error: string | null;
  saver: FieldSaver<DataFileFields>;
}

/** The settings of a file, which save themselves (B §7). */
export function useFileFields(lessonId: number, file: DataFile): FileFields {
  const client = useQueryClient();
  const [saver] = useState(() => new FieldSaver<DataFileFields>((fields) => saveFileFields(client, lessonId, file.id, fields)));
  const { edits, state, error } = useStore(saver);
  // What waits for its pause is not lost with the page.
  useEffect(() => () => saver.flush(), [saver]);
  useEffect(() => {
    if (state === 'saved') return undefined;
    const send = () => saver.flush();
    window.addEventListener('beforeunload', send);
    return () => window.removeEventListener('beforeunload', send);
  }, [saver, state]);
  const reason = state === 'failed' ? failureText(error, MESSAGES.changeFailed) : null;
  useUnsavedPart({ name: `settings of ${file.file_name}`, state, error: reason, savesItself: true, save: saver.save });
  return { fields: { ...file, ...edits }, state, error: reason, saver };
}
