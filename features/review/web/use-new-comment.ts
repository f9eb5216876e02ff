import { use } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { type NewDraft, useNewDraft } from '#features/comments/web/thread/use-draft-form.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { useStore } from '#platform/web/use-store.ts';
import type { PullComment } from '../contract/pull-comments.ts';
import type { DiffSide, LineRange } from '../contract/pull-diffs.ts';
import { useCreatePullComment } from './api.ts';
import { ReviewContext } from './review-context.ts';

/** What a new comment is about. */
export interface CommentSubject {
  readonly side: DiffSide;
  /** Null: the file as a whole. */
  readonly lines: LineRange | null;
  /** The selected passage; empty: none. */
  readonly quote: string;
}

interface NewPullComment extends CommentSubject {
  /** The commit that the lines are counted in; empty: no comment was begun. */
  readonly commit: string;
  readonly text: string;
  readonly suggestion: string | null;
  readonly is_pending: boolean;
}

const EMPTY: NewPullComment = { side: 'after', lines: null, quote: '', commit: '', text: '', suggestion: null, is_pending: false };

/** The new comment of a file while it is written. One file has one: begun elsewhere in the file, it moves there with its text. */
export interface PullCommentDraft extends Pick<NewDraft<NewPullComment, PullComment[]>, 'session' | 'takeFocus' | 'discard'> {
  /** What it is about; null: none is being written. */
  readonly subject: CommentSubject | null;
  /** Whether its lines are counted in a state of the file that is no longer on the page. */
  readonly isOfEarlierState: boolean;
  readonly begin: (subject: CommentSubject) => void;
}

export function useNewPullComment(path: string): PullCommentDraft {
  const { releaseId, canComment, commits } = use(ReviewContext);
  const user = useCurrentUser();
  const { mutateAsync: create } = useCreatePullComment(releaseId);
  const { session, begin, discard, takeFocus } = useNewDraft<NewPullComment, PullComment[]>({
    key: `${draftKey(user.id, 'pull-comment', releaseId)}/${path}`,
    empty: EMPTY,
    send: ({ lines, text, ...rest }) => create({ ...rest, path, text: text.trim(), ...(lines && { lines }) }),
    isWritten: ({ text, suggestion }) => text.trim() !== '' || suggestion !== null,
    isOff: !canComment,
  });
  const { side, lines, quote, commit } = useStore(session).fields;
  return {
    session,
    subject: canComment && commit !== '' ? { side, lines, quote } : null,
    isOfEarlierState: commit !== commits[side],
    begin: (subject) => {
      const isOnSameLines = subject.side === side && JSON.stringify(subject.lines) === JSON.stringify(lines);
      // What was suggested replaces the lines that it was written for.
      begin({ ...subject, commit: commits[subject.side], ...(!isOnSameLines && { suggestion: null }) });
    },
    discard,
    takeFocus,
  };
}
