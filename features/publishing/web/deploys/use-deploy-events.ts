import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#platform/web/live.ts';
import { deployLogQuery, cacheDeploy } from './api.ts';

/** Keeps the deploys of a lesson up to date through the live connection. */
export function useDeployEvents(lessonId: number): void {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribe(`lesson:${lessonId}`, {
        onEvent: (event) => {
          if (event.type === 'deploy') cacheDeploy(client, lessonId, event.deploy);
          if (event.type !== 'deploy-log') return;
          const { queryKey } = deployLogQuery(client, lessonId, event.build_number);
          const known = client.getQueryData(queryKey);
          if (!known) return;
          // Refetch what was missed.
          if (known.log.length === event.from) client.setQueryData(queryKey, { ...known, log: [...known.log, ...event.lines] });
          else void client.invalidateQueries({ queryKey });
        },
        onResume: () => void client.invalidateQueries({ queryKey: ['lesson', lessonId, 'deploy'] }),
      }),
    [client, lessonId],
  );
}
