import { useRef, useState } from 'react';
import type { Quote } from '#contract/comments.ts';
import { draftKey } from '#web/platform/drafts.ts';
import { EditSession } from '#web/ui/editing/edit-session.ts';
import { useDraft } from '#web/ui/editing/use-draft.ts';
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
  /** Begins a comment on a passage; what is written already stays. */
  quote: (quote: Quote) => void;
  /** Whether a passage was quoted since the last call: then the cursor belongs into the text of the comment. */
  takeFocus: () => boolean;
}

const EMPTY: NewComment = { comment: '', tags: [], mandatory: false, quote: null };

export function useCommentDraft(userId: number, lessonId: number, screenId: number): CommentDraft {
  const { mutateAsync: create } = useCreateComment(lessonId, screenId);
  const session = useDraftForm(draftKey(userId, 'comment', screenId), EMPTY, create);
  const wantsFocus = useRef(false);
  return {
    session,
    quote: (quote) => {
      wantsFocus.current = true;
      session.edit({ quote });
    },
    takeFocus: () => {
      const wants = wantsFocus.current;
      wantsFocus.current = false;
      return wants;
    },
  };
}
