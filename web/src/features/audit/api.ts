import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';
import type { AuditSearch } from './audit-search.ts';

/** A page of the trail; the one before stays in sight while the next one comes. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', search],
    queryFn: ({ signal }) => api.listAudit({ query: search }, { signal }),
    placeholderData: keepPreviousData,
    // Others write into it all the time.
    staleTime: 0,
  });

/** What can be filtered by. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  queryFn: ({ signal }) => api.listAuditChoices(undefined, { signal }),
});
