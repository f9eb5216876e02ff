import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { STAGES, type Stage } from '#features/planning/planning.policy.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';

interface Move {
  readonly lesson: Pick<LessonRow, 'id' | 'sequence' | 'stage'>;
  readonly to: Stage | null;
}

const TOAST = 'board-move';

/** Moves a lesson to another stage: at once on the page, then on the server. It can be undone; a refused move goes back and says why. */
export function useMoveStage(): (move: Move) => void {
  const client = useQueryClient();
  const show = (id: number, stage: Stage | null) =>
    changeQueryData(client, lessonsQuery.queryKey, (rows) => rows?.map((row) => (row.id === id ? { ...row, stage } : row)));
  const { mutate } = useMutation({
    mutationFn: ({ lesson, to }: Move) => api.saveLesson({ params: { id: lesson.id }, body: { stage: to } }),
    onMutate: ({ lesson, to }) => show(lesson.id, to),
    onError: (error, move) => {
      const { lesson } = move;
      show(lesson.id, lesson.stage);
      const message = errorText(error, `Couldn’t move lesson ${lesson.sequence}. It was not moved; try again.`);
      showOffer({ id: TOAST, color: 'red', message, label: 'Try again', onClick: () => mutate(move) });
    },
    onSuccess: (_saved, { lesson, to }) => {
      const message = `Lesson ${lesson.sequence}: ${to === null ? 'no stage' : STAGES[to]}`;
      const back = { lesson: { ...lesson, stage: to }, to: lesson.stage };
      showOffer({ id: TOAST, message, label: 'Undo', onClick: () => mutate(back) });
    },
  });
  return mutate;
}
