import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { LessonRow } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import type { TrashItem } from '#contract/trash.ts';
import { errorText } from '#web/platform/error-text.ts';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { useRestore, type Restored } from './api.ts';
import { MESSAGES } from './messages.ts';

type DeletedLesson = Pick<LessonRow, 'id' | 'sequence' | 'release_name'>;

/** Brings things back and tells so, with the way to them; where it cannot be, it says why. */
export function useRestoreAndTell() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, variables } = useRestore();
  const restore = useCallback(
    async (restored: Restored, message: string): Promise<boolean> => {
      const { kind, id, lesson_id: lessonId } = restored;
      try {
        await mutateAsync(restored);
      } catch (error) {
        const openTrash = () => void navigate({ to: '/trash' });
        showOffer({ color: 'red', message: errorText(error, MESSAGES.restoreFailed), label: 'Open the trash', onClick: openTrash });
        return false;
      }
      const open = () =>
        kind === 'lesson'
          ? navigate({ to: '/lesson/$lessonId', params: { lessonId } })
          : navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(id) } });
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
        message: MESSAGES.screenDeleted(name),
        label: 'Undo',
        onClick: () => void restore({ kind: 'screen', id, lesson_id, sequence }, MESSAGES.screenRestored(name, lesson)),
      }),
  };
}

/** What is told of something that was brought back from the trash. */
export function restoredText({ kind, name, lesson_sequence, release_name }: TrashItem): string {
  return kind === 'lesson' ? MESSAGES.lessonRestored(lesson_sequence, release_name) : MESSAGES.screenRestored(name, lesson_sequence);
}
