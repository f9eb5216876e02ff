import { useRef, useState } from 'react';
import { draftKey } from '#platform/web/drafts.ts';
import { EditSession } from '#platform/web/ui/editing/edit-session.ts';
import { useDraft } from '#platform/web/ui/editing/use-draft.ts';
import type { Comment, Quote } from '../contract.ts';
import { type NewComment, useCreateComment } from './api.ts';

type DraftForm<F extends object> = EditSession<F, F, null>;

/** A small form that is empty again once it was sent. What is typed is kept in the browser, and there again after a reload. */
export function useDraftForm<F extends object>(key: string, empty: F, send: (fields: F) => Promise<unknown>): DraftForm<F> {
  const [session] = useState(
    () =>
      new EditSession<F, F, null>({
        stored: { ...empty, revision: null },
        names: Object.keys(empty) as (keyof F & string)[],
        send: async ({ base, fields }) => {
          await send({ ...base, ...fields });
          return { ...empty, revision: null };
        },
      }),
  );
  useDraft(session, { key, restoresItself: true });
  return session;
}

/** The new comment of a screen while it is written. */
export interface CommentDraft {
  session: DraftForm<NewComment>;
  /** Whether it was begun, and neither added nor discarded since. */
  isOpen: boolean;
  /** How often one was begun: the form is shown each time. */
  begun: number;
  /** Begins a comment on a passage, or without one; what is written already stays. */
  begin: (quote: Quote | null) => void;
  /** Discards it. */
  close: () => void;
  /** Restores what was discarded. */
  restore: (fields: NewComment) => void;
  /** Whether one was begun since the last call: then the cursor belongs into the text of the comment. */
  takeFocus: () => boolean;
  /** The comment that was added last. */
  added: () => Comment | null;
}

const EMPTY: NewComment = { comment: '', tags: [], mandatory: false, quote: null };

export function useCommentDraft(userId: number, lessonId: number, screenId: number): CommentDraft {
  const { mutateAsync: create } = useCreateComment(lessonId, screenId);
  const added = useRef<Comment | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState(0);
  const wantsFocus = useRef(false);
  const session = useDraftForm(draftKey(userId, 'comment', screenId), EMPTY, async (fields) => {
    added.current = await create(fields);
    setOpen(false);
  });

  function show() {
    wantsFocus.current = true;
    setOpen(true);
    setBegun((count) => count + 1);
  }
  return {
    session,
    isOpen,
    begun,
    begin: (quote) => {
      if (quote) session.edit({ quote });
      show();
    },
    close: () => {
      session.discard();
      setOpen(false);
    },
    restore: (fields) => {
      session.edit(fields);
      show();
    },
    takeFocus: () => {
      const wants = wantsFocus.current;
      wantsFocus.current = false;
      return wants;
    },
    added: () => added.current,
  };
}
