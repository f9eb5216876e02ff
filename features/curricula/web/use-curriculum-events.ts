import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CommitStatus } from '#features/changes/contract.ts';
import { COMMIT_POLL_MS, isOnItsWay } from '#features/changes/web/commit-poll.ts';
import { subscribe } from '#platform/web/live.ts';
import type { CurriculumSummary } from '../contract/curricula.ts';
import type { Path } from '../contract/paths.ts';
import { curriculumQuery, listQuery } from './api.ts';
import type { CurriculumKind } from './kinds.ts';
import { stepsQuery } from './steps-api.ts';

/** Refetches the list, or one course or path as well, when others change it or its changes get into git. */
export function useCurriculumEvents(kind: CurriculumKind, id?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: listQuery(kind).queryKey });
      // Lessons of a course are refetched with it; useFreshSteps refetches the steps of a path.
      // Not while a change of their order is being sent: the reply to this would show the order before it.
      const exact = kind.noun === 'path' || client.isMutating({ mutationKey: ['order'] }) > 0;
      if (id !== undefined) void client.invalidateQueries({ queryKey: [kind.noun, id], exact });
    };
    return subscribe(`${kind.noun}s:all`, {
      onEvent: (event) => {
        const changed = kind.changed(event);
        if (changed === null || (changed !== undefined && (id === undefined || changed === id))) refresh();
      },
      onResume: refresh,
    });
  }, [client, kind, id]);
}

export type WithCommit = CurriculumSummary & { commit_status: CommitStatus | null };

/**
 * One course or path, kept up to date: it is polled while its changes get into git.
 *
 * @param pollOf How often to poll it otherwise, in milliseconds; false: not at all.
 */
export function useCurriculum<S extends CurriculumSummary, I extends S & WithCommit, F extends object>(
  kind: CurriculumKind<S, I, F>,
  id: number,
  pollOf: (item: I) => number | false,
) {
  useCurriculumEvents(kind, id);
  return useQuery({
    ...curriculumQuery(kind, id),
    refetchInterval: ({ state: { data } }) => (isOnItsWay(data?.commit_status) ? COMMIT_POLL_MS : data ? pollOf(data) : false),
  });
}

/** Refetches the steps and their courses when the path or a course changes. */
export function useFreshSteps({ id, last_updated }: Pick<Path, 'id' | 'last_updated'>): void {
  const client = useQueryClient();
  const seen = useRef(last_updated);
  useEffect(() => {
    if (seen.current === last_updated) return;
    // A move from this page that is still being sent replies with its change and with a later time.
    if (client.isMutating({ mutationKey: ['order'] }) > 0) return;
    seen.current = last_updated;
    void client.invalidateQueries({ queryKey: stepsQuery(id).queryKey });
  }, [client, id, last_updated]);
  // A number may stand for another version after a course is published, copied or deleted.
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: stepsQuery(id).queryKey });
    return subscribe('courses:all', { onEvent: refresh, onResume: refresh });
  }, [client, id]);
}
