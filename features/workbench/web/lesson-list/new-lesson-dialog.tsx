import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { useNewLesson } from './use-new-lesson.tsx';
import classes from './lessons-list.module.css';

interface NewLessonDialogProps {
  /** A lesson that can be duplicated. */
  original?: Pick<LessonRow, 'id' | 'sequence' | 'title'>;
  /** The new lesson is a copy of it, unless the author chooses otherwise. */
  isCopy?: boolean;
  onClose: () => void;
}

/** The form for a new lesson where there is no list of lessons: an empty one, or a copy of another. */
export default function NewLessonDialog({ original, isCopy: isCopyFirst = false, onClose }: NewLessonDialogProps) {
  const lessons = useQuery(lessonsQuery);
  const [isCopy, setCopy] = useState(isCopyFirst);
  return (
    <TaskDialog title="New lesson" isRunning={false} onClose={onClose}>
      {lessons.isError ? <ErrorBanner text={lessons.error.message} /> : null}
      {lessons.isPending ? <TableSkeleton rows={1} /> : null}
      {original ? (
        <SegmentedControl
          mb="md"
          aria-label="Begin with"
          value={isCopy ? 'copy' : 'empty'}
          onChange={(value) => setCopy(value === 'copy')}
          data={[
            { value: 'empty', label: 'Empty lesson' },
            { value: 'copy', label: `Copy of lesson ${original.sequence}` },
          ]}
        />
      ) : null}
      {lessons.data ? <Form lessons={lessons.data} original={isCopy ? original : undefined} /> : null}
    </TaskDialog>
  );
}

function Form({ lessons, original }: Pick<NewLessonDialogProps, 'original'> & { lessons: readonly LessonRow[] }) {
  const { form, refusal } = useNewLesson({ lessons, original, takesFocus: true });
  return (
    <Stack className={classes.newInDialog ?? ''}>
      {original ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.whatDuplicates}
        </Text>
      ) : null}
      {refusal}
      {form}
    </Stack>
  );
}
