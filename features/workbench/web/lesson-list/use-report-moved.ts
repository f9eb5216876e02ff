import { useQueryClient } from '@tanstack/react-query';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { bringLessonsTo } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';

type MovedLesson = Pick<LessonRow, 'id' | 'sequence' | 'release_id' | 'release_name'>;

/** Reports that lessons were moved, and offers to move them back. `lessons` are the rows from before. */
export function useReportMoved() {
  const client = useQueryClient();
  async function moveBack(lessons: readonly MovedLesson[], from: Pick<Release, 'id'>) {
    let left = lessons;
    try {
      for (const [id, its] of Map.groupBy(lessons, ({ release_id }) => release_id)) {
        const moved = its.map((lesson) => ({ ...lesson, release_id: from.id }));
        const { refused } = await bringLessonsTo({ id }, moved, { move: true, operationId: newUuid() });
        const [first] = refused.values();
        if (first !== undefined) throw new Error(first);
        left = left.filter((lesson) => lesson.release_id !== id);
      }
      showResult(backText(lessons));
    } catch (error) {
      const again = () => void moveBack(left, from);
      showOffer({ color: 'red', message: errorText(error, MESSAGES.moveFailed), label: 'Try again', onClick: again });
    } finally {
      for (const { queryKey } of [lessonsQuery, releasesQuery]) void client.invalidateQueries({ queryKey });
    }
  }
  return (lessons: readonly MovedLesson[], to: Pick<Release, 'id' | 'name'>) => {
    const [only, ...others] = lessons;
    if (only === undefined) return;
    const message = others.length === 0 ? MESSAGES.moved(only.sequence, to.name) : MESSAGES.movedMany(lessons.length, to.name);
    showOffer({ message, label: 'Undo', onClick: () => void moveBack(lessons, to) });
  };
}

function backText(lessons: readonly MovedLesson[]): string {
  const [only, ...others] = lessons;
  return only && others.length === 0 ? MESSAGES.movedBack(only.sequence, only.release_name) : MESSAGES.movedBackMany(lessons.length);
}
