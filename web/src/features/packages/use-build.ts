import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#web/platform/live.ts';
import { lessonQuery } from '#web/platform/queries.ts';
import { buildQuery, takeInBuild, type BuildProgress } from './api.ts';

/** Where the build of a lesson stands, kept in step by the live connection and by asking every five seconds (A §4). */
export function useBuild(lessonId: number, isWanted = true): UseQueryResult<BuildProgress> {
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(client, lessonId), enabled: isWanted });
  useEffect(() => {
    if (!isWanted) return undefined;
    return subscribe(`lesson:${lessonId}`, {
      onEvent: (event) => {
        if (event.type === 'build') takeInBuild(client, lessonId, event.build);
        if (event.type === 'build-log') void client.invalidateQueries({ queryKey: buildQuery(client, lessonId).queryKey });
      },
      onResume: () => void client.invalidateQueries({ queryKey: buildQuery(client, lessonId).queryKey }),
    });
  }, [client, lessonId, isWanted]);
  // The lesson says as well whether it is built, and a build that succeeds changes it.
  const state = query.data?.build.state;
  useEffect(() => {
    if (state !== undefined) void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey, exact: true });
  }, [client, lessonId, state]);
  return query;
}
