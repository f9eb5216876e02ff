import { useLayoutEffect, useRef, useState } from 'react';
import { EditSession } from '#platform/web/ui/editing/edit-session.ts';
import { useDraft } from '#platform/web/ui/editing/use-draft.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { THREAD_MESSAGES } from './messages.ts';

export type DraftForm<F extends object> = EditSession<F, F, null>;

interface DraftFormOptions {
  /** Nothing can be written. */
  isOff?: boolean;
}

/**
 * A small form that is empty again once it was sent. What is typed is kept in the browser, and restored after a reload.
 *
 * @param send The one of the first rendering is used.
 */
export function useDraftForm<F extends object>(
  key: string,
  empty: F,
  send: (fields: F) => Promise<unknown>,
  { isOff = false }: DraftFormOptions = {},
): DraftForm<F> {
  const [session] = useState(() => newSession(empty, send, () => empty));
  useDraft(session, { key, restoresItself: true, isOff });
  return session;
}

/**
 * A small form that changes what is stored. Unsent changes are kept in the browser, and restored after a reload.
 *
 * @param stored The same object until something in it changes.
 * @param send The one of the first rendering is used.
 */
export function useEditForm<F extends object>(key: string, stored: F, send: (fields: F) => Promise<unknown>): DraftForm<F> {
  const [session] = useState(() => newSession(stored, send, (sent) => sent));
  useLayoutEffect(() => session.take({ ...stored, revision: null }), [session, stored]);
  useDraft(session, { key, restoresItself: true });
  return session;
}

/** @param after Returns what is stored once the fields were sent. */
function newSession<F extends object>(stored: F, send: (fields: F) => Promise<unknown>, after: (sent: F) => F): DraftForm<F> {
  return new EditSession<F, F, null>({
    stored: { ...stored, revision: null },
    names: Object.keys(stored) as (keyof F & string)[],
    send: async ({ base, fields }) => {
      const sent = { ...base, ...fields };
      await send(sent);
      return { ...after(sent), revision: null };
    },
  });
}

/** A comment that begins a thread, while it is written. */
export interface NewDraft<F extends object, R> {
  session: DraftForm<F>;
  /** Whether it was begun, and neither added nor discarded since. */
  isOpen: boolean;
  /** How often one was begun: the form is shown each time. */
  begun: number;
  /** Begins a comment about something; what is written already stays. */
  begin: (about?: Partial<F>) => void;
  /** Discards it, and offers to restore what was written. */
  discard: () => void;
  /** Whether one was begun since the last call: then the cursor belongs into the text of the comment. */
  takeFocus: () => boolean;
  /** The reply to the one that was added last. */
  added: () => R | null;
}

interface NewDraftOptions<F extends object, R> extends DraftFormOptions {
  /** The name of its draft in the browser. */
  key: string;
  empty: F;
  /** The one of the first rendering is used. */
  send: (fields: F) => Promise<R>;
  /** Whether something is written that is worth restoring. */
  isWritten: (fields: F) => boolean;
}

/** The comment that begins a thread: it is kept in the browser until it is added or discarded. */
export function useNewDraft<F extends object, R>({ key, empty, send, isWritten, isOff = false }: NewDraftOptions<F, R>): NewDraft<F, R> {
  const added = useRef<R | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState(0);
  const wantsFocus = useRef(false);
  const session = useDraftForm(
    key,
    empty,
    async (fields) => {
      added.current = await send(fields);
      setOpen(false);
    },
    { isOff },
  );

  function begin(about?: Partial<F>) {
    if (about) session.edit(about);
    wantsFocus.current = true;
    setOpen(true);
    setBegun((count) => count + 1);
  }
  return {
    session,
    isOpen,
    begun,
    begin,
    discard: () => {
      const { fields } = session.state();
      session.discard();
      setOpen(false);
      if (isWritten(fields)) showOffer({ message: THREAD_MESSAGES.discarded, label: 'Undo', onClick: () => begin(fields) });
    },
    takeFocus: () => {
      const wants = wantsFocus.current;
      wantsFocus.current = false;
      return wants;
    },
    added: () => added.current,
  };
}
