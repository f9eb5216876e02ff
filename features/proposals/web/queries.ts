import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The open proposals of a lesson. */
export function lessonProposalsQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'proposals'],
    queryFn: ({ signal }) => api.listProposals({ query: { of: 'lesson', lesson_id: lessonId } }, { signal }),
  });
}

/** A proposal with what it changes. */
export function proposalQuery(id: number) {
  return queryOptions({ queryKey: ['proposal', id], queryFn: ({ signal }) => api.getProposal({ params: { id } }, { signal }) });
}
