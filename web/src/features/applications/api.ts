import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';

/** An application comes and goes by itself. */
const LOOK_EVERY_MS = 4_000;

/** One's own session of a lesson; null: none is open. */
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

/** Opens one's JupyterLab of a lesson, or finds the one that is open; answers where it is. */
export const projectQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['project', lessonId],
    queryFn: ({ signal }) => api.openProject({ params: { id: lessonId } }, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    // Each visit asks again: it may have ended meanwhile.
    gcTime: 0,
  });
