import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The language model that can be asked about a lesson. */
export function modelOfferQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'model'],
    queryFn: ({ signal }) => api.getModelOffer({ params: { id: lessonId } }, { signal }),
  });
}

/** A page of the ledger; the previous one stays visible while the next one loads. */
export function modelRequestsQuery(before: number | undefined) {
  return queryOptions({
    queryKey: ['model-requests', before],
    queryFn: ({ signal }) => api.listModelRequests({ query: before === undefined ? {} : { before } }, { signal }),
    placeholderData: keepPreviousData,
    // Others ask all the time.
    staleTime: 0,
  });
}
