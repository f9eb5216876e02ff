import { draftKey } from '#platform/web/drafts.ts';
import type { Comment } from '../contract.ts';
import { type NewComment, useCreateComment } from './api.ts';
import { type NewDraft, useNewDraft } from './thread/use-draft-form.ts';

/** The new comment of a screen while it is written. */
export type CommentDraft = NewDraft<NewComment, Comment>;

const EMPTY: NewComment = { comment: '', tags: [], mandatory: false, quote: null };

export function useCommentDraft(userId: number, lessonId: number, screenId: number): CommentDraft {
  const { mutateAsync } = useCreateComment(lessonId, screenId);
  return useNewDraft({
    key: draftKey(userId, 'comment', screenId),
    empty: EMPTY,
    send: mutateAsync,
    isWritten: ({ comment }) => comment.trim() !== '',
  });
}
