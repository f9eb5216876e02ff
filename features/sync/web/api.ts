import {
  queryOptions,
  useMutation,
  useQueryClient,
  type DefaultError,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { coursesQuery, pathsQuery } from '#features/curricula/web/queries.ts';
import { lessonQuery, lessonsQuery } from '#features/lessons/web/queries.ts';
import { ApiError } from '#platform/contract/client.ts';
import type { RouteRequest } from '#platform/contract/route.ts';
import { api } from '#platform/web/api.ts';
import { readSyncConflict } from '../contract/sync-conflict.ts';
import type { SyncConflictDetails, SyncOutcome, syncRoutes } from '../contract/sync.ts';

type SyncInput = NonNullable<RouteRequest<typeof syncRoutes.syncLesson>['body']>;
type How = RouteRequest<typeof syncRoutes.repairRelease>['body']['how'];

/** A sync call. {@link mergeConflictOf} gets a conflict from its error. */
export type SyncCall = Pick<
  UseMutationResult<{ outcome: SyncOutcome }, DefaultError, SyncInput>,
  'mutate' | 'isPending' | 'isError' | 'error'
>;

/** Syncs a lesson. */
export function useSyncLesson(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SyncInput) => api.syncLesson({ params: { id: lessonId }, body }),
    onSuccess: ({ outcome: _outcome, ...lesson }) => client.setQueryData(lessonQuery(lesson.id).queryKey, lesson),
    // The release records the problem, such as a deleted branch, and the banner says what to do.
    onError: () => client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey }),
  });
}

/** What a lesson and the collection that it was imported from both changed; null: nothing. For staff. */
export const collectionConflictQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['lesson', lessonId, 'collection-conflict'],
    queryFn: ({ signal }) => api.findCollectionConflict({ params: { id: lessonId } }, { signal }),
  });

/** Saves what was decided about changes of a lesson and its collection. */
export function useResolveCollection(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { commit: string; values: Record<string, unknown> }) =>
      api.resolveCollectionConflict({ params: { id: lessonId }, body }),
    onSuccess: () => client.setQueryData(collectionConflictQuery(lessonId).queryKey, null),
    // The lesson has changed since: show its current version.
    onError: (error) => {
      const now = mergeConflictOf(error);
      if (now) client.setQueryData(collectionConflictQuery(lessonId).queryKey, now);
    },
  });
}

/** Syncs a course. */
export function useSyncCourse(courseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SyncInput) => api.syncCourse({ params: { id: courseId }, body }),
    // The course, its lessons and its paths.
    onSettled: () => refreshEach(client, [['course', courseId], coursesQuery.queryKey]),
  });
}

/** Syncs a path with its steps. */
export function useSyncPath(pathId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SyncInput) => api.syncPath({ params: { id: pathId }, body }),
    onSettled: () => refreshEach(client, [['path', pathId], ['step'], pathsQuery.queryKey]),
  });
}

/** Retries, recreates, detaches or attaches a release, and refetches what changes. */
export function useRepairRelease() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ releaseId, how }: { releaseId: number; how: How }) => api.repairRelease({ params: { id: releaseId }, body: { how } }),
    onSettled: () => refreshEach(client, [['lesson'], ['course'], ['path'], lessonsQuery.queryKey, ['releases']]),
  });
}

/** The conflict in `error`; null: another failure. */
export function mergeConflictOf(error: unknown): SyncConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return readSyncConflict(error.details);
}

async function refreshEach(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
