import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { useLive } from '#platform/web/use-live.ts';
import type { Comment, CommentTag, Quote } from '../contract.ts';

/** The comments of a screen that are not archived, oldest first. */
export function screenCommentsQuery(lessonId: number, screenId: number) {
  return queryOptions({
    queryKey: [...commentsKey(lessonId), 'screen', screenId],
    queryFn: ({ signal }) => api.listScreenComments({ params: { id: screenId } }, { signal }),
  });
}

/** The comments of all screens of a lesson that are not archived, by screen, oldest first. */
export function lessonCommentsQuery(lessonId: number) {
  return queryOptions({
    queryKey: [...commentsKey(lessonId), 'all'],
    queryFn: ({ signal }) => api.listLessonComments({ params: { id: lessonId } }, { signal }),
  });
}

/** Whether a lesson has mandatory comments that are not approved. */
export function openMandatoryQuery(lessonId: number) {
  return queryOptions({
    queryKey: [...commentsKey(lessonId), 'mandatory'],
    queryFn: ({ signal }) => api.hasOpenMandatory({ params: { id: lessonId } }, { signal }),
  });
}

function commentsKey(lessonId: number): readonly unknown[] {
  return ['lesson', lessonId, 'comments'];
}

/** Keeps the comments of a lesson in step with what others write, and with the texts that are quoted. */
export function useCommentEvents(lessonId: number): void {
  const client = useQueryClient();
  const queryKey = commentsKey(lessonId);
  const refresh = () => void client.invalidateQueries({ queryKey });
  useLive(`lesson:${lessonId}`, {
    onEvent: ({ type }) => {
      if (NEWS.has(type)) refresh();
      // A screen may be gone; the others have the comments that they had.
      else if (type === 'screens-changed')
        void client.invalidateQueries({ queryKey, predicate: (query) => query.queryKey[3] !== 'screen' });
    },
    onResume: refresh,
  });
}

// A save may remove a quoted passage, or restore it.
const NEWS: ReadonlySet<string> = new Set(['comments-changed', 'saved', 'lesson-changed']);

export interface NewComment {
  comment: string;
  tags: CommentTag[];
  mandatory: boolean;
  quote: Quote | null;
}

export function useCreateComment(lessonId: number, screenId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ quote, ...body }: NewComment) =>
      api.createComment({ params: { id: screenId }, body: { ...body, ...(quote && { quote }) } }),
    onSuccess: (made) => {
      changeQueryData(client, screenCommentsQuery(lessonId, screenId).queryKey, (known) =>
        known && !known.some(({ id }) => id === made.id) ? [...known, made] : known,
      );
      return refreshAll(client, lessonId);
    },
  });
}

export function useReply(lessonId: number, commentId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => api.replyToComment({ params: { id: commentId }, body: { message } }),
    onSuccess: (comment) => {
      change(client, lessonId, comment.id, () => comment);
      void refreshAll(client, lessonId);
    },
  });
}

export type Move = 'complete' | 'reopen' | 'approve';
const MOVED = {
  complete: { completed: true },
  reopen: { completed: false },
  approve: { approved: true, accepted: true },
} as const satisfies Record<Move, Partial<Comment>>;
const MOVES = { complete: 'completeComment', reopen: 'reopenComment', approve: 'approveComment' } as const;

/** Completes, reopens or approves a comment; shown at once, and taken back when the server refuses. */
export function useMoveComment(lessonId: number, commentId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => api[MOVES[move]]({ params: { id: commentId } }),
    onMutate: async (move) => {
      // A reply to an earlier request would undo it for a moment.
      await client.cancelQueries({ queryKey: commentsKey(lessonId) });
      const before: Comment[] = [];
      change(client, lessonId, commentId, (comment) => {
        before.push(comment);
        return { ...comment, ...MOVED[move] };
      });
      return before;
    },
    onError: (_error, _move, known) => {
      const before = known?.[0];
      if (before) change(client, lessonId, commentId, () => before);
    },
    onSuccess: (comment) => change(client, lessonId, commentId, () => comment),
    onSettled: () => refreshAll(client, lessonId),
  });
}

/** Takes a comment out of the list. */
export function useArchiveComment(lessonId: number, commentId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.archiveComment({ params: { id: commentId } }),
    onSuccess: () => refreshAll(client, lessonId),
  });
}

function refreshAll(client: QueryClient, lessonId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: commentsKey(lessonId) });
}

/** Puts a comment as it is now into every list that shows it. */
function change(client: QueryClient, lessonId: number, id: number, next: (comment: Comment) => Comment): void {
  client.setQueriesData<Comment[] | boolean>({ queryKey: commentsKey(lessonId) }, (known) =>
    Array.isArray(known) ? known.map((comment) => (comment.id === id ? next(comment) : comment)) : known,
  );
}
