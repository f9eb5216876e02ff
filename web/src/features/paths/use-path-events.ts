import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Path } from '#contract/paths.ts';
import { subscribe } from '#web/platform/live.ts';
import { pathsQuery } from '#web/platform/queries.ts';
import { pathQuery, stepsQuery } from './api.ts';

/** Keeps the list of paths, or one of them, in step with the server: what others do, and what goes into git. */
export function usePathEvents(pathId?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: pathsQuery.queryKey });
      if (pathId !== undefined) void client.invalidateQueries({ queryKey: pathQuery(pathId).queryKey, exact: true });
    };
    return subscribe('paths:all', {
      onEvent: (event) => {
        if (event.type !== 'path-changed') return;
        if (pathId === undefined || event.path_id === null || event.path_id === pathId) refresh();
      },
      onResume: refresh,
    });
  }, [client, pathId]);
}

/** Asks again for the steps and their courses when the path itself says that something of it was changed. */
export function useFreshSteps({ id, last_updated }: Pick<Path, 'id' | 'last_updated'>): void {
  const client = useQueryClient();
  const seen = useRef(last_updated);
  useEffect(() => {
    if (seen.current === last_updated) return;
    // One's own move that is still on its way answers with what it changed, and with a later time.
    if (client.isMutating({ mutationKey: ['order'] }) > 0) return;
    seen.current = last_updated;
    void client.invalidateQueries({ queryKey: stepsQuery(id).queryKey });
  }, [client, id, last_updated]);
  // A course that is published, copied or deleted may be what a number stands for.
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: stepsQuery(id).queryKey });
    return subscribe('courses:all', { onEvent: refresh, onResume: refresh });
  }, [client, id]);
}
