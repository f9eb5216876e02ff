import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { isRehearsing } from '../rehearsals.policy.ts';

/** How often the page looks how far a rehearsal is. */
const LOOK_MS = 1_000;

/** What a release can try, and its last rehearsal. */
export function rehearsalQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['rehearsal', releaseId],
    queryFn: ({ signal }) => api.getRehearsal({ params: { id: releaseId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.rehearsal && isRehearsing(data.rehearsal) ? LOOK_MS : false),
  });
}

/** What differs on a screen. */
export function rehearsedScreenQuery(rehearsalId: number, screenId: number) {
  return queryOptions({
    queryKey: ['rehearsed-screen', rehearsalId, screenId],
    queryFn: ({ signal }) => api.getRehearsedScreen({ params: { id: rehearsalId, screenId } }, { signal }),
  });
}
