import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { readSyncConflict } from '#features/sync/contract/sync-conflict.ts';
import type { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import type { PullComment, PullRequest, ReviewVerdict } from '../contract.ts';

/** The newest pull request of a release; null: none. */
export function pullQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['pull', releaseId],
    queryFn: ({ signal }) => api.getPullRequest({ params: { id: releaseId } }, { signal }),
  });
}

/** The changes of a release below a lesson folder; `folder` null: outside of all lessons. The changes before a push are shown until the new ones are there. */
export function pullDiffQuery(releaseId: number, folder: string | null, head: string | undefined) {
  return queryOptions({
    queryKey: ['pull', releaseId, 'diff', folder, head],
    queryFn: ({ signal }) => api.getPullDiff({ params: { id: releaseId }, query: folder === null ? {} : { folder } }, { signal }),
    placeholderData: (known, query) => (query?.queryKey[3] === folder ? known : undefined),
  });
}

/** The newest commit of a pull request. */
export function headOf({ commits }: PullRequest): string | undefined {
  return commits[0]?.sha;
}

/** What a review of a release includes. */
export function releaseChangesQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['pull', releaseId, 'changes'],
    queryFn: ({ signal }) => api.getReleaseChanges({ params: { id: releaseId } }, { signal }),
  });
}

/** The comments on the changes of a release. */
export function pullCommentsQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['pull', releaseId, 'comments'],
    queryFn: ({ signal }) => api.listPullComments({ params: { id: releaseId } }, { signal }),
  });
}

type CommentBody = Parameters<typeof api.createPullComment>[0]['body'];

export function useCreatePullComment(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: (body: CommentBody) => api.createPullComment({ params: { id: releaseId }, body }),
    onSuccess: cacheComments,
  });
}

export function useEditComment(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; text: string; suggestion: string | null }) =>
      api.editPullComment({ params: { id: releaseId, commentId: id }, body }),
    onSuccess: cacheComments,
  });
}

export function useDeleteComment(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: (id: number) => api.deletePullComment({ params: { id: releaseId, commentId: id } }),
    onSuccess: cacheComments,
  });
}

/** Deletes the comments that wait for the user's review. */
export function useDiscardReview(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: () => api.discardPendingReview({ params: { id: releaseId } }),
    onSuccess: cacheComments,
  });
}

export function useReplyToComment(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: ({ id, text }: { id: number; text: string }) =>
      api.replyToPullComment({ params: { id: releaseId, commentId: id }, body: { text } }),
    onSuccess: cacheComments,
  });
}

export function useResolveComment(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: ({ id, is_resolved }: { id: number; is_resolved: boolean }) =>
      api.resolvePullComment({ params: { id: releaseId, commentId: id }, body: { is_resolved } }),
    onSuccess: cacheComments,
  });
}

/** Saves a suggestion in its screen. */
export function useApplySuggestion(releaseId: number) {
  const cacheComments = useCacheComments(releaseId);
  return useMutation({
    mutationFn: (id: number) => api.applySuggestion({ params: { id: releaseId, commentId: id } }),
    onSuccess: cacheComments,
  });
}

function useCacheComments(releaseId: number): (comments: PullComment[]) => void {
  const client = useQueryClient();
  return (comments) => client.setQueryData(pullCommentsQuery(releaseId).queryKey, comments);
}

/** Follows reviews, merges and saves. External authors get no live events, so their page polls. */
export function usePullEvents(releaseId: number, isStaff: boolean): void {
  const { queryKey } = pullQuery(releaseId);
  useLiveRefresh(isStaff ? 'releases:all' : null, (event) => event.type === 'release-changed' && event.release_id === releaseId, {
    queryKey,
  });
}

/** Loads comments again once the branch has another head, such as after a push. */
export function useRefreshAtHead(releaseId: number, head: string | undefined): void {
  const client = useQueryClient();
  const shown = useRef(head);
  useEffect(() => {
    if (shown.current === head) return;
    shown.current = head;
    void client.invalidateQueries({ queryKey: pullCommentsQuery(releaseId).queryKey });
  }, [client, releaseId, head]);
}

export function useOpenPull(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (texts: { title?: string; body?: string }) => api.openPullRequest({ params: { id: releaseId }, body: texts }),
    onSuccess: cachePull,
  });
}

export function useReviewPull(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (review: { verdict: ReviewVerdict; text: string; commit: string | undefined }) =>
      api.reviewPullRequest({ params: { id: releaseId }, body: review }),
    onSuccess: cachePull,
  });
}

export function useMergePull(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (anyway: string | null) => api.mergePullRequest({ params: { id: releaseId }, body: anyway === null ? {} : { anyway } }),
    onSuccess: cachePull,
  });
}

export function useClosePull(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({ mutationFn: () => api.closePullRequest({ params: { id: releaseId } }), onSuccess: cachePull });
}

/** The resolution of a conflict with main. */
export interface UpdateResolution extends Pick<SyncConflictDetails, 'lesson_id' | 'course_id' | 'path_id' | 'commit'> {
  values: Record<string, unknown>;
}

/** Merges main into a release. {@link updateConflict} gets a conflict from the error. */
export function useUpdateFromMain(releaseId: number) {
  return useMutation({
    mutationFn: (resolution: UpdateResolution | null) =>
      api.updateFromMain({ params: { id: releaseId }, body: resolution === null ? {} : { resolution } }),
  });
}

/** The conflict in `error`; null: another failure. */
export function updateConflict(error: unknown): SyncConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return readSyncConflict(error.details);
}

/** Sends a lesson to review. */
export function useStartReview(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.startReview({ params: { id: lessonId }, body: {} }),
    onSuccess: ({ status }) =>
      changeQueryData(client, lessonQuery(lessonId).queryKey, (known) => known && { ...known, review_status: status }),
  });
}

function useCachePull(releaseId: number): (pull: PullRequest) => void {
  const client = useQueryClient();
  return (pull) => client.setQueryData(pullQuery(releaseId).queryKey, pull);
}
