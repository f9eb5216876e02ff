import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Course, CourseLesson } from '#contract/courses.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonsQuery } from '#web/platform/queries.ts';
import { addable } from '#web/ui/picker-dialog/addable.ts';
import { PickerDialog } from '#web/ui/picker-dialog/picker-dialog.tsx';
import { useCourseLessons } from './api.ts';
import { lessonName } from './lesson-columns.tsx';
import { MESSAGES } from './messages.ts';

interface AddLessonsProps {
  course: Course;
  /** What it has already. */
  lessons: readonly CourseLesson[];
  onClose: () => void;
}

/** Chooses lessons and adds them at the end of a course. */
export function AddLessons({ course, lessons, onClose }: AddLessonsProps) {
  const rows = useQuery(lessonsQuery);
  const { add } = useCourseLessons(course);
  const items = useMemo(
    () =>
      rows.data
        ? addable(rows.data, course.release_id, lessons).map((row) => ({
            key: row.id,
            name: `${row.sequence} - ${lessonName(row)}`,
            note: row.release_name,
          }))
        : null,
    [rows.data, course.release_id, lessons],
  );
  const error = rows.isError
    ? errorText(rows.error, MESSAGES.lessonsFailed)
    : add.isError
      ? errorText(add.error, MESSAGES.addFailed)
      : null;
  return (
    <PickerDialog
      title="Add Lessons"
      noun="Lesson"
      items={items}
      emptyHint={MESSAGES.noneToAdd}
      isBusy={add.isPending}
      error={error}
      onAdd={(ids) => add.mutate(ids, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
