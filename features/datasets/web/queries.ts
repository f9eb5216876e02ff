import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

// Apart from what changes datasets: the routes load these with the first page.

/** All datasets with their latest version. */
export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
  queryFn: ({ signal }) => api.listDatasets(undefined, { signal }),
  // Other pages and users change them.
  staleTime: 0,
});

/** The versions of a dataset, latest first. */
export function datasetVersionsQuery(datasetId: number) {
  return queryOptions({
    queryKey: ['datasets', datasetId, 'versions'],
    queryFn: ({ signal }) => api.listDatasetVersions({ params: { id: datasetId } }, { signal }),
    staleTime: 0,
  });
}

/** The lessons that use a dataset. */
export function datasetUsesQuery(datasetId: number) {
  return queryOptions({
    queryKey: ['datasets', datasetId, 'uses'],
    queryFn: ({ signal }) => api.listDatasetUses({ params: { id: datasetId } }, { signal }),
    staleTime: 0,
  });
}

/** The user's unfinished uploads. */
export const uploadsQuery = queryOptions({
  queryKey: ['dataset-uploads'],
  queryFn: ({ signal }) => api.listDatasetUploads(undefined, { signal }),
  staleTime: 0,
});

/** The datasets of a lesson, including missing ones. */
export function lessonDatasetsQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'datasets'],
    queryFn: ({ signal }) => api.listLessonDatasets({ params: { id: lessonId } }, { signal }),
  });
}
