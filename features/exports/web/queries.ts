import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { ExportFormat } from '../contract.ts';

/** What is exported: lessons, or all lessons of a course or release. */
export interface ExportTarget {
  readonly kind: 'lessons' | 'course' | 'release';
  readonly ids: readonly number[];
}

/** What a format leaves out. */
export function exportReportQuery({ kind, ids }: ExportTarget, format: ExportFormat) {
  return queryOptions({
    queryKey: ['export-report', kind, ids, format],
    queryFn: ({ signal }) => api.getExportReport({ query: { kind, ids: ids.join(','), format } }, { signal }),
    // Lessons change while others edit them.
    staleTime: 0,
  });
}

/** The address of an export. */
export function exportUrl({ kind, ids }: ExportTarget, format: ExportFormat): string {
  return `/api/export?format=${format}&kind=${kind}&ids=${ids.join(',')}`;
}
