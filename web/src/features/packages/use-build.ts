import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lessonQuery } from '#web/platform/queries.ts';
import { useLive } from '#web/platform/use-live.ts';
import { buildQuery, takeInBuild, type BuildProgress } from './api.ts';

/** Where the build of a lesson stands, kept in step by the live connection and by asking every five seconds (A §4). */
export function useBuild(lessonId: number, isWanted = true): UseQueryResult<BuildProgress> {
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(client, lessonId), enabled: isWanted });
  const refresh = () => void client.invalidateQueries({ queryKey: buildQuery(client, lessonId).queryKey });
  useLive(isWanted ? `lesson:${lessonId}` : null, {
    onEvent: (event) => {
      if (event.type === 'build') takeInBuild(client, lessonId, event.build);
      if (event.type === 'build-log') refresh();
    },
    onResume: refresh,
  });
  // The lesson says as well whether it is built, and a build that succeeds changes it.
  const state = query.data?.build.state;
  const seen = useRef(state);
  useEffect(() => {
    const wasKnown = seen.current !== undefined && seen.current !== state;
    seen.current = state;
    if (wasKnown) void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey, exact: true });
  }, [client, lessonId, state]);
  return query;
}
