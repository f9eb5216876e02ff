import { IconDeviceFloppy, IconMessage2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Command, useCommands } from '../../commands.ts';
import { useConnection } from '../../use-connection.ts';
import { useStore } from '../../use-store.ts';
import { ErrorBanner } from '../banner.tsx';
import { MessageDialog } from '../message-dialog.tsx';
import type { EditState } from '../save-state.tsx';
import type { UnsavedParts } from './unsaved-parts.ts';
import type { Unfinished } from './use-unfinished.ts';

interface PageSaveOptions {
  /** Id of the command; the one with a message is named after it. */
  id: string;
  label: string;
  isReadOnly: boolean;
  /** What is typed and not added to its list: it holds a save back once, and is discarded by the next. */
  unfinished?: Pick<Unfinished, 'isAny' | 'warning' | 'check' | 'forget'>;
  /** A part shows a conflict in its own dialog, and takes the message along. */
  hasConflict?: boolean;
}

const NOTHING_UNFINISHED = { isAny: false, warning: null, check: () => true, forget: () => undefined };

export interface PageSave {
  /** What the page shows beside its Save. */
  state: EditState;
  isDirty: boolean;
  save: Command;
  saveWithMessage: Command;
  /** The dialog of Save with message, to be rendered by the page. */
  dialog: React.ReactNode;
}

/** Save and Save with message of a page, with their keys: both save every part of it. */
export function usePageSave(parts: UnsavedParts, options: PageSaveOptions): PageSave {
  const { id, label, isReadOnly, unfinished = NOTHING_UNFINISHED, hasConflict = false } = options;
  const { isAny: isMore, check, warning } = unfinished;
  const { state, isDirty: hasUnsavedParts, failed, saved } = useStore(parts);
  const [isAsking, setAsking] = useState(false);
  if (isAsking && hasConflict) setAsking(false);
  const isSaving = state === 'saving';
  const isDirty = hasUnsavedParts || isMore;
  const save: Command = {
    id,
    label,
    group: 'Actions',
    shortcut: 'Mod+S',
    icon: IconDeviceFloppy,
    enabled: !isReadOnly && isDirty && !isSaving,
    run: () => check() && void saveAll(),
  };
  const saveWithMessage: Command = {
    id: `${id}-with-message`,
    label: 'Save with message',
    group: 'Actions',
    shortcut: 'Mod+Shift+S',
    icon: IconMessage2,
    // Without edits too: what the author types next is a message, and must not end up in the text.
    enabled: !isReadOnly,
    run: () => {
      if (warning === null) check();
      setAsking(true);
    },
  };
  useCommands([save, saveWithMessage]);

  async function saveAll(message?: string): Promise<boolean> {
    const isDone = await parts.saveAll(message);
    if (isDone) unfinished.forget();
    return isDone;
  }
  async function saveWith(message: string) {
    if (check() && (await saveAll(message))) setAsking(false);
  }
  const dialog = (
    <MessageDialog
      isOpen={isAsking}
      isBusy={isSaving}
      hasEdits={isDirty || !isAsking}
      error={failed.length > 0 ? failureOf({ failed, saved }) : null}
      warning={warning}
      onSave={(message) => void saveWith(message)}
      onClose={() => setAsking(false)}
    />
  );
  return { state: state === 'saved' && isMore ? 'unsaved' : state, isDirty, save, saveWithMessage, dialog };
}

/** Repeats a failed save of the page as soon as the server can be reached again. */
export function useSaveWhenBack(parts: UnsavedParts): void {
  const connection = useConnection();
  const isOnline = connection === 'online';
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) void parts.retry();
    wasOnline.current = isOnline;
  }, [isOnline, parts]);
}

/** What the last save of the page could not save, with a button to try again. */
export function NotSavedBanner({ parts }: { parts: UnsavedParts }) {
  const { state, failed, saved } = useStore(parts);
  if (failed.length === 0 || state === 'saving') return null;
  return <ErrorBanner text={failureOf({ failed, saved })} onRetry={() => void parts.retry()} />;
}

type Failure = Pick<ReturnType<UnsavedParts['state']>, 'failed' | 'saved'>;

/** `Saved: data.csv. Not saved: questions. Your edits are still here.` One part alone is not named where it gives its reason. */
export function failureOf({ failed, saved }: Failure): string {
  const [only] = failed;
  if (only?.error && failed.length === 1 && saved.length === 0) return `Not saved: ${only.error}`;
  const reasons = [...new Set(failed.flatMap(({ error }) => error ?? []))];
  const parts = [
    ...(saved.length > 0 ? [`Saved: ${saved.join(', ')}.`] : []),
    `Not saved: ${failed.map(({ name }) => name).join(', ')}.`,
    ...reasons,
    'Your edits are still here.',
  ];
  return parts.join(' ');
}
