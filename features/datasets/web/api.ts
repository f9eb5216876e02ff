import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { api as routes } from '#app/contract/api.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { downloadByLink } from '#platform/web/download.ts';
import { errorText } from '#platform/web/error-text.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { AttachedDataset, Dataset } from '../contract/datasets.ts';
import { MESSAGES } from './messages.ts';
import { datasetsQuery, lessonDatasetsQuery } from './queries.ts';

/** The download address of a version; the browser streams it to disk, whatever its size. */
export function zipUrl({ dataset_id, id }: { dataset_id: number; id: number }): string {
  return routeUrl(routes.getDatasetZip, { params: { id: dataset_id, versionId: id } });
}

/** For a link to {@link zipUrl}: a failure is shown instead of saved. */
export function onDownload(url: string) {
  return (event: MouseEvent): void => {
    event.preventDefault();
    downloadByLink(url).catch((error: unknown) =>
      notifications.show({ color: 'red', role: 'alert', message: errorText(error, MESSAGES.downloadFailed) }),
    );
  };
}

/** Archives or unarchives a dataset. */
export function useArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isArchived }: { id: number; isArchived: boolean }) =>
      isArchived ? api.archiveDataset({ params: { id } }) : api.unarchiveDataset({ params: { id } }),
    onSuccess: (dataset) =>
      changeQueryData(client, datasetsQuery.queryKey, (list: readonly Dataset[] | undefined) =>
        list?.map((each) => (each.id === dataset.id ? dataset : each)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: datasetsQuery.queryKey }),
  });
}

/** Changes the datasets of a lesson; each call returns the new list. */
export function useLessonDatasets(lessonId: number) {
  const client = useQueryClient();
  const params = { id: lessonId };
  const whenDone = {
    onSuccess: (list: AttachedDataset[]) => client.setQueryData(lessonDatasetsQuery(lessonId).queryKey, list),
    // A version may have been archived meanwhile.
    onError: () => client.invalidateQueries({ queryKey: datasetsQuery.queryKey }),
  };
  return {
    attach: useMutation({
      mutationFn: (datasetVersionIds: number[]) => api.attachDatasets({ params, body: { datasetVersionIds } }),
      ...whenDone,
    }),
    change: useMutation({
      mutationFn: ({ datasetId, versionId }: { datasetId: number; versionId: number }) =>
        api.changeDatasetVersion({ params: { ...params, datasetId, versionId } }),
      ...whenDone,
    }),
    detach: useMutation({
      mutationFn: ({ dataset_id, name }: Pick<AttachedDataset, 'dataset_id' | 'name'>) =>
        dataset_id === null
          ? api.detachMissingDataset({ params: { ...params, name } })
          : api.detachDataset({ params: { ...params, datasetId: dataset_id } }),
      ...whenDone,
    }),
  };
}
