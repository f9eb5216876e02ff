import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DataFile, DataFileFields } from '#contract/data-files.ts';
import { failureText } from '#web/platform/error-text.ts';
import { useStore } from '#web/platform/use-store.ts';
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
  const isOpen = state !== 'saved';
  useEffect(() => {
    if (!isOpen) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      saver.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [saver, isOpen]);
  return { fields: { ...file, ...edits }, state, error: state === 'failed' ? failureText(error, MESSAGES.changeFailed) : null, saver };
}
