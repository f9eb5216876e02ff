import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { RehearsalCandidate } from '../contract.ts';
import { rehearsalQuery } from './queries.ts';

/** Starts, stops and continues the rehearsal of a release. */
export function useRehearsalWork(releaseId: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: rehearsalQuery(releaseId).queryKey });
  return {
    start: useMutation({ mutationFn: (body: RehearsalCandidate) => api.startRehearsal({ params: { id: releaseId }, body }), onSettled }),
    stop: useMutation({ mutationFn: (id: number) => api.stopRehearsal({ params: { id } }), onSettled }),
    goOn: useMutation({ mutationFn: (id: number) => api.continueRehearsal({ params: { id } }), onSettled }),
  };
}
