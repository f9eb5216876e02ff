import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { useLive } from '#platform/web/use-live.ts';
import { buildQuery, cacheBuild, type BuildProgress } from './api.ts';

/** The build of a lesson, kept up to date through the live connection and by polling every five seconds. */
export function useBuild(lessonId: number, isWanted = true): UseQueryResult<BuildProgress> {
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(client, lessonId), enabled: isWanted });
  const refresh = () => void client.invalidateQueries({ queryKey: buildQuery(client, lessonId).queryKey });
  useLive(isWanted ? `lesson:${lessonId}` : null, {
    onEvent: (event) => {
      if (event.type === 'build') cacheBuild(client, lessonId, event.build);
      if (event.type === 'build-log') refresh();
    },
    onResume: refresh,
  });
  // A finished build changes the lesson.
  const state = query.data?.build.state;
  const seen = useRef(state);
  useEffect(() => {
    const wasKnown = seen.current !== undefined && seen.current !== state;
    seen.current = state;
    if (wasKnown) void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey, exact: true });
  }, [client, lessonId, state]);
  return query;
}
