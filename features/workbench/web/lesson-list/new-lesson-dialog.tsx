import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { useNewLesson } from './use-new-lesson.tsx';
import classes from './lessons-list.module.css';

/** The form for a new lesson where there is no list of lessons. */
export default function NewLessonDialog({ onClose }: { onClose: () => void }) {
  const lessons = useQuery(lessonsQuery);
  return (
    <TaskDialog title="New lesson" isRunning={false} onClose={onClose}>
      {lessons.isError ? <ErrorBanner text={lessons.error.message} /> : null}
      {lessons.isPending ? <TableSkeleton rows={1} /> : null}
      {lessons.data ? <Form lessons={lessons.data} /> : null}
    </TaskDialog>
  );
}

function Form({ lessons }: { lessons: readonly LessonRow[] }) {
  const { form, refusal } = useNewLesson({ lessons, takesFocus: true });
  return (
    <Stack className={classes.newInDialog ?? ''}>
      {refusal}
      {form}
    </Stack>
  );
}
