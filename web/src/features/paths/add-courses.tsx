import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Path, Step, StepCourse } from '#contract/paths.ts';
import { errorText } from '#web/platform/error-text.ts';
import { coursesQuery } from '#web/platform/queries.ts';
import { addable } from '#web/ui/picker-dialog/addable.ts';
import { PickerDialog } from '#web/ui/picker-dialog/picker-dialog.tsx';
import { useAddCourses } from './api.ts';
import { MESSAGES } from './messages.ts';
import { courseName } from './step-course-columns.tsx';

interface AddCoursesProps {
  path: Path;
  step: Step;
  /** What it has already. */
  courses: readonly StepCourse[];
  onClose: () => void;
}

/** 'Add Courses' (B §2): chooses courses and adds them at the end of a step. */
export function AddCourses({ path, step, courses, onClose }: AddCoursesProps) {
  const rows = useQuery(coursesQuery);
  const add = useAddCourses({ pathId: path.id, stepId: step.id });
  const items = useMemo(
    () =>
      rows.data
        ? addable(rows.data, path.release_id, courses).map((row) => ({
            key: row.id,
            name: `${row.sequence} - ${courseName(row)}`,
            note: row.release_name,
          }))
        : null,
    [rows.data, path.release_id, courses],
  );
  const error = rows.isError ? errorText(rows.error, MESSAGES.failed) : add.isError ? errorText(add.error, MESSAGES.addFailed) : null;
  return (
    <PickerDialog
      title="Add Courses"
      noun="Course"
      items={items}
      emptyHint={MESSAGES.noneToAdd}
      isBusy={add.isPending}
      error={error}
      onAdd={(ids) => add.mutate(ids, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
