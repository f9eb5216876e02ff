import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api as routes } from '#app/contract/api.ts';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { upload } from '#platform/web/upload.ts';
import { MESSAGES } from './messages.ts';

/** The images of a lesson, by name. */
export function imagesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'images'],
    queryFn: ({ signal }) => api.listImages({ params: { id: lessonId } }, { signal }),
  });
}

interface SendOptions {
  overwrite: boolean;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Uploads an image. @throws ApiError, with status 409 when the name is taken and `overwrite` is not set. */
export function sendImage(lessonId: number, file: File, { overwrite, signal, onProgress }: SendOptions): Promise<Image> {
  return upload(routes.uploadImage, {
    params: { id: lessonId },
    fields: { overwrite: overwrite || null, file },
    signal,
    onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
  });
}

/**
 * Deletes an image and offers Undo.
 *
 * @param onChanged Called after it is deleted, and after it is restored.
 */
export function useDeleteImage(lessonId: number, onChanged: () => void) {
  const client = useQueryClient();
  const { queryKey } = imagesQuery(lessonId);

  async function restore(deletedItem: number, fileName: string): Promise<void> {
    try {
      await api.restoreItem({ params: { id: deletedItem } });
      showResult(MESSAGES.restored(fileName));
    } catch (error) {
      // Someone else restored it first.
      if (error instanceof ApiError && error.code === 'not_found') return showResult(MESSAGES.notInTrash(fileName));
      const retry = () => void restore(deletedItem, fileName);
      showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Try again', onClick: retry });
    } finally {
      await client.invalidateQueries({ queryKey });
      onChanged();
    }
  }

  return useMutation({
    mutationFn: ({ id }: Image) => deleteWithUndo((options) => api.deleteImage({ params: { id } }, options)),
    onSuccess: ({ remaining, deletedItem }, { file_name }) => {
      client.setQueryData(queryKey, remaining);
      onChanged();
      const message = MESSAGES.deleted(file_name);
      if (deletedItem === null) showResult(message);
      else showOffer({ message, label: 'Undo', onClick: () => void restore(deletedItem, file_name) });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
