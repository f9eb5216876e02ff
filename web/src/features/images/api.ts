import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api as routes } from '#contract/api.ts';
import type { Image } from '#contract/images.ts';
import { api } from '#web/platform/api.ts';
import { errorText } from '#web/platform/error-text.ts';
import { upload } from '#web/platform/upload.ts';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
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

/** Sends an image. @throws ApiError, with status 409 where the name is taken and `overwrite` is not set. */
export function sendImage(lessonId: number, file: File, { overwrite, signal, onProgress }: SendOptions): Promise<Image> {
  return upload(routes.uploadImage, {
    params: { id: lessonId },
    fields: { overwrite: overwrite || null, file },
    signal,
    onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
  });
}

/**
 * Takes an image out of its lesson, tells so, and offers to take it back.
 *
 * @param onChanged Called when it has gone, and when it is back.
 */
export function useDeleteImage(lessonId: number, onChanged: () => void) {
  const client = useQueryClient();
  const { queryKey } = imagesQuery(lessonId);

  async function restore(fileName: string): Promise<void> {
    try {
      const kept = await api.listTrash();
      // The one that was deleted last is the first.
      const item = kept.find(({ kind, lesson_id, name }) => kind === 'image' && lesson_id === lessonId && name === fileName);
      // Not there any more: somebody else has brought it back.
      if (item) await api.restoreItem({ params: { id: item.id } });
      showResult(MESSAGES.restored(fileName));
    } catch (error) {
      const retry = () => void restore(fileName);
      showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Try again', onClick: retry });
    } finally {
      await client.invalidateQueries({ queryKey });
      onChanged();
    }
  }

  return useMutation({
    mutationFn: ({ id }: Image) => api.deleteImage({ params: { id } }),
    onSuccess: (remaining, image) => {
      client.setQueryData(queryKey, remaining);
      onChanged();
      showOffer({ message: MESSAGES.deleted(image.file_name), label: 'Undo', onClick: () => void restore(image.file_name) });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
