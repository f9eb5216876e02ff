import { useQueryClient } from '@tanstack/react-query';
import type { LessonRow } from '#contract/lessons.ts';
import type { Release } from '#contract/releases.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonsQuery } from '#web/features/lessons/queries.ts';
import { releasesQuery } from '#web/features/releases/queries.ts';
import { newUuid } from '#web/platform/uuid.ts';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
import { bringLessonTo } from '#web/features/lessons/api.ts';
import { MESSAGES } from '#web/features/lessons/messages.ts';

type MovedLesson = Pick<LessonRow, 'sequence' | 'release_id' | 'release_name'>;

/** Reports that a lesson was moved, and offers to move it back. `lesson` is the row from before. */
export function useReportMoved() {
  const client = useQueryClient();
  async function moveBack(lesson: MovedLesson, from: Pick<Release, 'id'>) {
    const { sequence, release_id, release_name } = lesson;
    try {
      await bringLessonTo({ id: release_id }, { sequence, release_id: from.id }, { move: true, operationId: newUuid() });
      showResult(MESSAGES.movedBack(sequence, release_name));
    } catch (error) {
      const again = () => void moveBack(lesson, from);
      showOffer({ color: 'red', message: errorText(error, MESSAGES.moveFailed), label: 'Try again', onClick: again });
    } finally {
      for (const { queryKey } of [lessonsQuery, releasesQuery]) void client.invalidateQueries({ queryKey });
    }
  }
  return (lesson: MovedLesson, to: Pick<Release, 'id' | 'name'>) =>
    showOffer({ message: MESSAGES.moved(lesson.sequence, to.name), label: 'Undo', onClick: () => void moveBack(lesson, to) });
}
