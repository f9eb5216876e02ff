import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { SettingsEdit } from '../contract.ts';

/** A page of the bulk edits, newest first. */
export const bulkEditsQuery = (before: number | undefined) =>
  queryOptions({
    queryKey: ['bulk-edits', 'list', before ?? null],
    queryFn: ({ signal }) => api.listBulkEdits({ query: { before } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The lessons of a bulk edit. */
export const bulkEditQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk-edits', 'one', id],
    queryFn: ({ signal }) => api.getBulkEdit({ params: { id } }, { signal }),
    staleTime: 0,
  });

/** What a setting would change. */
export const settingsPreviewQuery = (lessonIds: readonly number[], edit: SettingsEdit) =>
  queryOptions({
    queryKey: ['bulk-edits', 'preview', lessonIds, edit],
    queryFn: ({ signal }) => api.previewSettings({ body: { lesson_ids: [...lessonIds], edit } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
