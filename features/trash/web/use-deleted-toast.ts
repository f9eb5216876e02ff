import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { ApiError } from '#platform/contract/client.ts';
import { errorText } from '#platform/web/error-text.ts';
import { hideOffer, showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { TrashItem } from '../contract.ts';
import { useRestoreItem, type RestoredTo, type Restored } from './api.ts';
import { itemTitle } from './item-title.ts';
import { MESSAGES } from './messages.ts';

type DeletedLesson = Pick<LessonRow, 'id' | 'sequence' | 'release_name'>;

/** Restores items and reports it with a link to them, or why it failed. `gone` is the text for when someone else restored it first. */
export function useRestoreWithToast() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, variables } = useRestoreItem();
  const restore = useCallback(
    async (restored: Restored, message: string, gone?: string): Promise<boolean> => {
      let place: RestoredTo;
      try {
        place = await mutateAsync(restored);
        hideOffer(toastOf(restored));
      } catch (error) {
        if (gone !== undefined && error instanceof ApiError && error.code === 'not_found') {
          showResult(gone);
          return false;
        }
        const openTrash = () => void navigate({ to: '/trash' });
        showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Open the trash', onClick: openTrash });
        return false;
      }
      const open = () => {
        const { id, lesson_id: lessonId } = restored;
        if (lessonId === null)
          return restored.kind === 'course'
            ? navigate({ to: '/course/$courseId', params: { courseId: id } })
            : navigate({ to: '/track/$trackId', params: { trackId: id } });
        return place.screen_id === null
          ? navigate({ to: '/lesson/$lessonId', params: { lessonId } })
          : navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(place.screen_id) } });
      };
      showOffer({ message, label: 'Open', onClick: () => void open() });
      return true;
    },
    [mutateAsync, navigate],
  );
  return { restore, restoring: isPending ? variables : null };
}

/** The toast that offers to undo a deletion. It goes once the item is restored elsewhere. */
function toastOf({ kind, id }: Pick<Restored, 'kind' | 'id'>): string {
  return `deleted:${kind}:${id}`;
}

/** Reports a deletion and offers Undo. */
export function useDeletedToast() {
  const { restore } = useRestoreWithToast();
  return {
    lesson: ({ id, sequence, release_name }: DeletedLesson) =>
      showOffer({
        id: toastOf({ kind: 'lesson', id }),
        message: MESSAGES.lessonDeleted(sequence),
        label: 'Undo',
        onClick: () => void restore({ kind: 'lesson', id, lesson_id: id }, MESSAGES.restored(`Lesson ${sequence}`, release_name)),
      }),
    /**
     * @param name The screen's display name.
     * @param onRestored Undo was chosen and succeeded.
     */
    screen: (
      { id, lesson_id, sequence }: Pick<Screen, 'id' | 'lesson_id' | 'sequence'>,
      name: string,
      lesson: number,
      onRestored: () => void,
    ) =>
      showOffer({
        message: MESSAGES.nameDeleted(name),
        label: 'Undo',
        onClick: () => {
          const restored = { kind: 'screen', id, lesson_id, place: sequence } as const;
          void restore(restored, MESSAGES.nameRestored(name, lesson)).then((isDone) => isDone && onRestored());
        },
      }),
    /** @param id The id to restore it by; null: unknown, so the trash is the only way. */
    dataFile: ({ file_name }: Pick<DataFile, 'file_name'>, id: number | null, lesson: Pick<LessonRow, 'id' | 'sequence'>) => {
      const message = MESSAGES.nameDeleted(file_name);
      if (id === null) return showResult(message);
      const restored = { kind: 'data-file', id, lesson_id: lesson.id } as const;
      const undo = () => restore(restored, MESSAGES.nameRestored(file_name, lesson.sequence), MESSAGES.restoredMeanwhile(file_name));
      return showOffer({ message, label: 'Undo', onClick: () => void undo() });
    },
  };
}

/** The text after an item was restored from the trash. */
export function restoredText(item: TrashItem): string {
  return item.lesson_id === null || item.kind === 'lesson'
    ? MESSAGES.restored(itemTitle(item), item.release_name)
    : MESSAGES.nameRestored(item.name, item.lesson_sequence);
}
