import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { auditFilter } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';

/** A page of the audit trail; the previous one stays visible while the next one loads. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', search],
    queryFn: ({ signal }) => api.listAudit({ query: auditFilter(search) }, { signal }),
    placeholderData: keepPreviousData,
    // Other users add entries all the time.
    staleTime: 0,
  });

/** The available filters. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  queryFn: ({ signal }) => api.listAuditChoices(undefined, { signal }),
});
