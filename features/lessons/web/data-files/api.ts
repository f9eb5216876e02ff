import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api as routes } from '#app/contract/api.ts';
import type { DataFile, DataFileFields } from '#features/lesson-files/contract/data-files.ts';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import { api } from '#platform/web/api.ts';
import { upload } from '#platform/web/upload.ts';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import type { Lesson } from '../../contract/lessons.ts';
import { dataFilesQuery } from '../queries.ts';
import { editedFileOf } from './screen-files.ts';
import type { SendFile } from './upload-queue.ts';

/** The data files of a lesson, kept in step with what others do to them. */
export function useDataFiles(lessonId: number) {
  const { queryKey } = dataFilesQuery(lessonId);
  useLiveRefresh(`lesson:${lessonId}`, ({ type }) => type === 'files-changed' || type === 'lesson-changed', { queryKey });
  return useQuery(dataFilesQuery(lessonId));
}

/** Sends one file. */
export function sendDataFile(lessonId: number): SendFile {
  return async (file, { folder, overwrite, signal, onProgress }) => {
    const fields = { file, ...(folder ? { folder } : {}), ...(overwrite ? { overwrite } : {}) };
    await upload(routes.uploadDataFile, { params: { id: lessonId }, fields, signal, onProgress });
  };
}

/** Saves settings of a file. */
export async function saveFileFields(
  client: QueryClient,
  lessonId: number,
  file: DataFile,
  fields: Partial<DataFileFields>,
): Promise<DataFile> {
  const files = await api.saveDataFile({ params: { fileId: file.id }, body: fields });
  showFiles(client, lessonId, files);
  return files.find(({ id }) => id === file.id) ?? { ...file, ...fields };
}

/** Renames a file, or moves it to another folder. */
export function useRenameFile(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file_name }: Pick<DataFile, 'id' | 'file_name'>) =>
      api.saveDataFile({ params: { fileId: id }, body: { file_name } }),
    onSuccess: (files) => showFiles(client, lessonId, files),
  });
}

/** Deletes a file; it stays in the trash. */
export function useDeleteFile(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<DataFile, 'id'>) => deleteWithUndo((options) => api.deleteDataFile({ params: { fileId: id } }, options)),
    onSuccess: ({ remaining }) => showFiles(client, lessonId, remaining),
  });
}

/** The text of a file, and the hash that a save begins from. Never refetched automatically: it may be under edit. */
export function fileTextQuery(lessonId: number, fileName: string) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'file-text', fileName],
    queryFn: ({ signal }) => api.getDataFileContents({ params: { id: lessonId, fileName } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Writes the text of a file; creates the setup file of a lesson. */
export function saveFileText(lessonId: number, fileName: string, body: { contents: string; sha256?: string; automatic?: boolean }) {
  return api.saveDataFileContents({ params: { id: lessonId, fileName }, body });
}

/** Where the browser fetches the bytes of a file. */
export function downloadUrl(fileId: number): string {
  return `/api/datafile/${fileId}/download`;
}

function showFiles(client: QueryClient, lessonId: number, files: readonly DataFile[]): void {
  client.setQueryData(dataFilesQuery(lessonId).queryKey, [...files]);
}

/** The file that learners edit on a screen, with its saved text; null: none, or not loaded yet. */
export function useEditedFile(lesson: Pick<Lesson, 'id' | 'mode' | 'language'>, screenId: number): { name: string; text: string } | null {
  const files = useQuery({ ...dataFilesQuery(lesson.id), enabled: editsFile(lesson) });
  const file = editedFileOf(files.data ?? [], screenId, lesson);
  // Its own key: the text under edit is never fetched again by itself.
  const text = useQuery({
    queryKey: [...dataFilesQuery(lesson.id).queryKey, 'edited', file?.file_name],
    queryFn: ({ signal }) => api.getDataFileContents({ params: { id: lesson.id, fileName: file?.file_name ?? '' } }, { signal }),
    enabled: file?.is_text === true,
  });
  return file && text.data ? { name: file.alias, text: text.data.contents } : null;
}
