import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { unpackLessons } from '#features/lessons/contract/lesson-columns.ts';
import type { Lesson, LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { showScreenError } from './show-screen-error.ts';

interface FixButtonProps {
  lesson: Pick<Lesson, 'id' | 'sequence'>;
  /** The open screen; absent on the page of the lesson. */
  screenUuid?: string;
  size: 'xs' | 'compact-sm';
}

/** Opens the author's own copy of a published lesson at the same place, and makes it if there is none. */
export function FixButton({ lesson, screenUuid, size }: FixButtonProps) {
  const navigate = useNavigate();
  const fix = useMutation({
    mutationFn: async () => {
      const lessonId = (await ownCopy(lesson)).id;
      const screens = screenUuid === undefined ? [] : await api.listScreenNames({ params: { id: lessonId } });
      return { lessonId, screenId: screens.find(({ uuid }) => uuid === screenUuid)?.id };
    },
    onSuccess: ({ lessonId, screenId }) =>
      screenId === undefined
        ? navigate({ to: '/lesson/$lessonId', params: { lessonId } })
        : navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(screenId) } }),
    onError: (error) => showScreenError(error, MESSAGES.fixFailed),
  });
  return (
    <Button size={size} loading={fix.isPending} onClick={() => fix.mutate()}>
      Fix
    </Button>
  );
}

async function ownCopy({ id, sequence }: FixButtonProps['lesson']): Promise<Pick<LessonRow, 'id'>> {
  try {
    return await api.cloneLesson({ params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'already_exists') throw error;
    const rows = unpackLessons(await api.listLessonColumns());
    const own = rows.find((row) => row.is_own_drafts && row.sequence === sequence);
    if (!own) throw error;
    return own;
  }
}
