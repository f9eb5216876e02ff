import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DataFile } from '#contract/data-files.ts';
import type { LessonRow } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import type { TrashItem } from '#contract/trash.ts';
import { errorText } from '#web/platform/error-text.ts';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
import { findDeleted, useRestore, type Place, type Restored } from './api.ts';
import { MESSAGES } from './messages.ts';

type DeletedLesson = Pick<LessonRow, 'id' | 'sequence' | 'release_name'>;

/** Brings things back and tells so, with the way to them; where it cannot be, it says why. */
export function useRestoreAndTell() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, variables } = useRestore();
  const restore = useCallback(
    async (restored: Restored, message: string): Promise<boolean> => {
      const { lesson_id: lessonId } = restored;
      let place: Place;
      try {
        place = await mutateAsync(restored);
      } catch (error) {
        const openTrash = () => void navigate({ to: '/trash' });
        showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Open the trash', onClick: openTrash });
        return false;
      }
      const open = () =>
        place.screen_id === null
          ? navigate({ to: '/lesson/$lessonId', params: { lessonId } })
          : navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(place.screen_id) } });
      showOffer({ message, label: 'Open', onClick: () => void open() });
      return true;
    },
    [mutateAsync, navigate],
  );
  return { restore, restoring: isPending ? variables : null };
}

/** Tells that something was deleted, and offers to take it back at once. */
export function useTellDeleted() {
  const { restore } = useRestoreAndTell();
  const bringBack = async (deleted: Pick<TrashItem, 'kind' | 'lesson_id' | 'name'>, sequence: number) => {
    try {
      const item = await findDeleted(deleted);
      if (item) await restore(item, MESSAGES.nameRestored(item.name, sequence));
      else showResult(MESSAGES.restoredMeanwhile(deleted.name));
    } catch (error) {
      showOffer({
        color: 'red',
        message: errorText(error, MESSAGES.restoreFailed),
        label: 'Try again',
        onClick: () => void bringBack(deleted, sequence),
      });
    }
  };
  return {
    lesson: ({ id, sequence, release_name }: DeletedLesson) =>
      showOffer({
        message: MESSAGES.lessonDeleted(sequence),
        label: 'Undo',
        onClick: () => void restore({ kind: 'lesson', id, lesson_id: id }, MESSAGES.lessonRestored(sequence, release_name)),
      }),
    /** @param name What people know the screen by. */
    screen: ({ id, lesson_id, sequence }: Pick<Screen, 'id' | 'lesson_id' | 'sequence'>, name: string, lesson: number) =>
      showOffer({
        message: MESSAGES.nameDeleted(name),
        label: 'Undo',
        onClick: () => void restore({ kind: 'screen', id, lesson_id, sequence }, MESSAGES.nameRestored(name, lesson)),
      }),
    dataFile: ({ file_name }: Pick<DataFile, 'file_name'>, lesson: Pick<LessonRow, 'id' | 'sequence'>) =>
      showOffer({
        message: MESSAGES.nameDeleted(file_name),
        label: 'Undo',
        onClick: () => void bringBack({ kind: 'data-file', lesson_id: lesson.id, name: file_name }, lesson.sequence),
      }),
  };
}

/** What is told of something that was brought back from the trash. */
export function restoredText({ kind, name, lesson_sequence, release_name }: TrashItem): string {
  return kind === 'lesson' ? MESSAGES.lessonRestored(lesson_sequence, release_name) : MESSAGES.nameRestored(name, lesson_sequence);
}
