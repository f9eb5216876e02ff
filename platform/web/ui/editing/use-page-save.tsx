import { IconDeviceFloppy, IconMessage2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Command, useCommands } from '../../commands.ts';
import { errorText } from '../../error-text.ts';
import { useConnection } from '../../use-connection.ts';
import { useStore } from '../../use-store.ts';
import { ErrorBanner } from '../banner.tsx';
import { MessageDialog } from '../message-dialog.tsx';
import type { EditState } from './edit-state.ts';
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
  /** The page saves by itself: Save and a message are about the saves before, too. */
  automatic?: AutomaticSaves;
}

/** The automatic saves that are not committed yet. */
export interface AutomaticSaves {
  readonly wait: boolean;
  /** Commits them now, and returns their number. @throws if a message could not be sent. */
  readonly commit: (message?: string) => Promise<number>;
}

/** The open dialog of Save with message. */
interface Asking {
  /** There is something that the message can be about. */
  readonly hasEdits: boolean;
  /** Its own save runs. */
  readonly isBusy: boolean;
  readonly error: string | null;
}

const NO_MESSAGE = 'Your edits are saved, but the message could not be stored.';

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
  const { id, label, isReadOnly, unfinished = NOTHING_UNFINISHED, hasConflict = false, automatic } = options;
  const { isAny: isMore, check, warning } = unfinished;
  const { state, isDirty: hasUnsavedParts, failed, saved } = useStore(parts);
  const isDirty = hasUnsavedParts || isMore;
  const waits = automatic?.wait === true;
  const hasEdits = isDirty || waits;
  const [asking, setAsking] = useState<Asking | null>(null);
  if (asking && hasConflict) setAsking(null);
  // Stays true: a message is also about what is saved by itself while it is typed.
  else if (asking && hasEdits && !asking.hasEdits) setAsking({ ...asking, hasEdits });
  const save: Command = {
    id,
    label,
    group: 'Actions',
    shortcut: 'Mod+S',
    icon: IconDeviceFloppy,
    enabled: !isReadOnly && (automatic ? hasEdits : isDirty && state !== 'saving'),
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
      setAsking({ hasEdits, isBusy: false, error: null });
    },
  };
  useCommands([save, saveWithMessage]);

  /** `nothing`: there was nothing that the message could be about. */
  async function saveAll(message?: string): Promise<'saved' | 'refused' | 'nothing'> {
    const { isDirty: hadEdits } = parts.state();
    if (!(await parts.saveAll({ message }))) return 'refused';
    const committed = (await automatic?.commit(message)) ?? 0;
    unfinished.forget();
    return hadEdits || isMore || committed > 0 ? 'saved' : 'nothing';
  }
  async function saveWith(message: string) {
    if (!check()) return;
    setAsking({ hasEdits: true, isBusy: true, error: null });
    try {
      const outcome = await saveAll(message);
      setAsking((open) => (open === null || outcome === 'saved' ? null : { ...open, isBusy: false, hasEdits: outcome === 'refused' }));
    } catch (error) {
      setAsking((open) => open && { ...open, isBusy: false, error: errorText(error, NO_MESSAGE) });
    }
  }
  const dialog = (
    <MessageDialog
      isOpen={asking !== null}
      isBusy={asking?.isBusy === true}
      hasEdits={asking?.hasEdits !== false}
      error={asking?.error ?? (failed.length > 0 ? failureOf({ failed, saved }) : null)}
      warning={warning}
      onSave={(message) => void saveWith(message)}
      onClose={() => setAsking(null)}
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
    if (isOnline && !wasOnline.current) void parts.retry({ isAutomatic: true });
    wasOnline.current = isOnline;
  }, [isOnline, parts]);
}

/** What the last save of the page could not save, with a button to try again. */
export function NotSavedBanner({ parts }: { parts: UnsavedParts }) {
  const { state, failed, saved } = useStore(parts);
  if (failed.length === 0 || state === 'saving') return null;
  return <ErrorBanner text={failureOf({ failed, saved })} retryLabel={retryLabel(failed)} onRetry={() => void parts.retry()} />;
}

/** What helps after a refused save. */
export function retryLabel(failed: Failure['failed']): string {
  return failed.some(({ isInConflict }) => isInConflict) ? 'Show the difference' : 'Try again';
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
