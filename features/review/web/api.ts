import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PEOPLE_STALE_MS, type PeopleQuery } from '#features/comments/web/thread/people.ts';
import { readSyncConflict } from '#features/sync/contract/sync-conflict.ts';
import type { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import type { PullComment } from '../contract/pull-comments.ts';
import type { PullRequest, ReviewVerdict } from '../contract/pull-requests.ts';
import type { Asking } from '../rules/asked.ts';
import { pullQuery } from './pull-query.ts';

/** What a diff is about: a lesson by its folder below `lessons/`, or a course or path by its folder from the root; null: all other files. */
export type DiffPlace = { readonly folder: string } | { readonly curriculum: string } | null;

/** The changes of a release at one place. The changes before a push are shown until the new ones are there. */
export function pullDiffQuery(releaseId: number, place: DiffPlace, head: string | undefined) {
  const at = pathOf(place);
  return queryOptions({
    queryKey: ['pull', releaseId, 'diff', at, head],
    queryFn: ({ signal }) => api.getPullDiff({ params: { id: releaseId }, query: place ?? {} }, { signal }),
    placeholderData: (known, query) => (query?.queryKey[3] === at ? known : undefined),
  });
}

/** The path before the names of files at a place; empty: other files. */
export function pathOf(place: DiffPlace): string {
  if (place === null) return '';
  return 'folder' in place ? `lessons/${place.folder}/` : `${place.curriculum}/`;
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

/**
 * Who can be mentioned in a review: everyone on staff. External authors see only the pull requests of their own drafts, and aren't
 * notified of those. Null: no lesson is under review, whose readers are known.
 */
export function reviewPeopleQuery({ release_id, lessons }: PullRequest, isStaff: boolean): PeopleQuery | null {
  const id = lessons.find(({ lesson_id }) => lesson_id !== null)?.lesson_id;
  if (id === undefined || id === null) return null;
  return {
    queryKey: ['pull', release_id, 'people'],
    queryFn: async ({ signal }) => {
      const [people, external] = await Promise.all([
        api.listLessonPeople({ params: { id } }, { signal }),
        isStaff ? api.listExternalAuthors(undefined, { signal }) : [],
      ]);
      const others = new Set(external.map((author) => author.id));
      return people.filter((person) => !others.has(person.id));
    },
    staleTime: PEOPLE_STALE_MS,
  };
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
    mutationFn: (texts: { title?: string; body?: string; reviewers?: number[]; groups?: number[] }) =>
      api.openPullRequest({ params: { id: releaseId }, body: texts }),
    onSuccess: cachePull,
  });
}

/** Who can be asked to review a release. */
export function reviewersQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['pull', releaseId, 'reviewers'],
    queryFn: ({ signal }) => api.listReviewers({ params: { id: releaseId } }, { signal }),
  });
}

export function useAskReviewers(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: ({ reviewers, groups }: Asking) =>
      api.askReviewers({ params: { id: releaseId }, body: { reviewers: [...reviewers], groups: [...groups] } }),
    onSuccess: cachePull,
  });
}

export function useWithdrawRequest(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (userId: number) => api.withdrawReviewRequest({ params: { id: releaseId, userId } }),
    onSuccess: cachePull,
  });
}

/** Takes the requests to a group back that wait for an answer. */
export function useWithdrawGroup(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (groupId: number) => api.withdrawGroupRequest({ params: { id: releaseId, groupId } }),
    onSuccess: cachePull,
  });
}

export function useFollowPull(releaseId: number) {
  const cachePull = useCachePull(releaseId);
  return useMutation({
    mutationFn: (is_following: boolean) => api.followPullRequest({ params: { id: releaseId }, body: { is_following } }),
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

/** Sends the opposite of what was merged for review, and opens that review. */
export function useRevert(releaseId: number) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.revertRelease({ params: { id: releaseId } }),
    onSuccess: ({ id }) => navigate({ to: '/releases/$releaseId/pull', params: { releaseId: id } }),
  });
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

function useCachePull(releaseId: number): (pull: PullRequest) => void {
  const client = useQueryClient();
  return (pull) => client.setQueryData(pullQuery(releaseId).queryKey, pull);
}
