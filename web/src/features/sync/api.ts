import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RouteRequest } from '#contract/route.ts';
import { ApiError } from '#contract/client.ts';
import { readSyncConflict } from '#contract/sync-conflict.ts';
import type { SyncConflictDetails, syncRoutes } from '#contract/sync.ts';
import { api } from '#web/platform/api.ts';
import { lessonQuery, lessonsQuery, screensQuery } from '#web/platform/queries.ts';

type SyncInput = { lessonId: number } & NonNullable<RouteRequest<typeof syncRoutes.syncLesson>['body']>;
type How = RouteRequest<typeof syncRoutes.healRelease>['body']['how'];

/** Makes a lesson and its branch agree. A conflict that has to be decided is {@link conflictOf} the error. */
export function useSyncLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lessonId, ...body }: SyncInput) => api.syncLesson({ params: { id: lessonId }, body }),
    onSuccess: ({ outcome: _outcome, ...lesson }) => {
      client.setQueryData(lessonQuery(lesson.id).queryKey, lesson);
      void client.invalidateQueries({ queryKey: screensQuery(lesson.id).queryKey });
      void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
    },
    // What stood in the way (a branch that is gone) is noted on the release, and the banner says what to do.
    onError: (_error, { lessonId }) => client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey }),
  });
}

/** Retries, recreates, detaches or attaches a release, and asks again for what then reads otherwise. */
export function useHealRelease() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ releaseId, how }: { releaseId: number; how: How }) => api.healRelease({ params: { id: releaseId }, body: { how } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['lesson'] }),
        client.invalidateQueries({ queryKey: lessonsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['releases'] }),
      ]),
  });
}

/** What has to be decided on, when `error` is a sync that both sides must be asked about; else null. */
export function conflictOf(error: unknown): SyncConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return readSyncConflict(error.details);
}
