import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** Polling interval: applications start and stop on their own. */
const LOOK_EVERY_MS = 4_000;

/** The user's session of a lesson; null: none. */
export const sessionQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['application-session', lessonId],
    queryFn: ({ signal }) => api.getApplicationSession({ params: { id: lessonId } }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

export function useEndSession(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.endApplicationSession({ params: { id: lessonId } }),
    onSuccess: () => client.setQueryData(sessionQuery(lessonId).queryKey, null),
  });
}

/** Opens the user's JupyterLab of a lesson or finds the open one; returns its address. */
export const projectQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['project', lessonId],
    queryFn: ({ signal }) => api.openProject({ params: { id: lessonId } }, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    // Refetch on every visit: the session may have ended.
    gcTime: 0,
  });
