import { Button, Text, Title } from '@mantine/core';
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CreateAndAdd } from '#features/releases/web/create-and-add.tsx';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LinkIcon } from '#platform/web/ui/links.tsx';
import { OrderedTable } from '#platform/web/ui/ordered-list/ordered-table.tsx';
import { useOrderedList } from '#platform/web/ui/ordered-list/use-ordered-list.ts';
import type { Path, Step, StepCourse } from '../contract/paths.ts';
import { AddNumbered } from './add-numbered.tsx';
import { refreshCurriculum } from './api.ts';
import { PATHS } from './kinds.ts';
import { STEP_COURSE_MESSAGES as MESSAGES } from './messages.ts';
import { coursesQuery } from './queries.ts';
import { courseName, STEP_COURSE_COLUMNS } from './step-course-columns.tsx';
import { stepCoursesQuery, useAddCourses } from './steps-api.ts';
import classes from './curricula.module.css';

interface StepCoursesProps {
  path: Path;
  step: Step;
  place: number;
  isReadOnly: boolean;
}

/** The courses of a step: which they are, and their order. */
export function StepCourses({ path, step, place, isReadOnly }: StepCoursesProps) {
  const courses = useQuery(stepCoursesQuery(step.id));
  const order = useCourseOrder(path.id, step.id);
  const [dialog, setDialog] = useState<'add' | 'new' | null>(null);
  const close = () => setDialog(null);
  const isWaiting = !courses.data;
  return (
    <>
      <div className={classes.coursesTop}>
        <Title order={4} size="h3">
          Courses
        </Title>
        {isReadOnly ? null : (
          <span className={classes.stepActions}>
            <Button
              size="xs"
              variant="default"
              disabled={isWaiting}
              aria-label={`New Course in step ${place}`}
              onClick={() => setDialog('new')}
            >
              New Course
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={isWaiting}
              aria-label={`Add Courses to step ${place}`}
              onClick={() => setDialog('add')}
            >
              Add Courses
            </Button>
          </span>
        )}
      </div>
      <ErrorBanner text={order.error} />
      {courses.isError ? <ErrorBanner text={errorText(courses.error, MESSAGES.loadFailed)} onRetry={() => void courses.refetch()} /> : null}
      {courses.isPending ? <TableSkeleton rows={2} /> : null}
      {courses.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.empty}
        </Text>
      ) : null}
      {courses.data && courses.data.length > 0 ? (
        <OrderedTable
          label={`Courses of step ${place}`}
          columns={STEP_COURSE_COLUMNS}
          items={courses.data}
          keyOf={({ sequence }) => sequence}
          nameOf={courseName}
          onMove={isReadOnly ? null : order.move}
          onRemove={isReadOnly ? null : order.remove}
          renderActions={(course) =>
            course.id === null ? null : (
              <LinkIcon
                size={26}
                to="/course/$courseId"
                params={{ courseId: course.id }}
                aria-label={`${course.is_main ? 'View' : 'Edit'} “${courseName(course)}”`}
                title={course.is_main ? 'View' : 'Edit'}
              >
                {course.is_main ? <IconEye size={15} aria-hidden /> : <IconPencil size={15} aria-hidden />}
              </LinkIcon>
            )
          }
        />
      ) : null}
      {dialog === 'add' && courses.data ? <AddCourses path={path} step={step} present={courses.data} onClose={close} /> : null}
      {dialog === 'new' ? <NewCourse path={path} step={step} onClose={close} /> : null}
    </>
  );
}

interface DialogProps {
  path: Path;
  step: Step;
  onClose: () => void;
}

function AddCourses({ path, step, present, onClose }: DialogProps & { present: readonly StepCourse[] }) {
  const versions = useQuery(coursesQuery);
  const add = useAddCourses({ pathId: path.id, stepId: step.id });
  const { release_id: releaseId } = path;
  return <AddNumbered noun="Course" nameOf={courseName} texts={MESSAGES} {...{ versions, releaseId, present, add, onClose }} />;
}

/** A new course in the path's release, at the end of the step. */
function NewCourse({ path, step, onClose }: DialogProps) {
  const client = useQueryClient();
  const add = useAddCourses({ pathId: path.id, stepId: step.id });
  return (
    <CreateAndAdd
      title="New Course"
      nameLabel="Course Name"
      submitLabel="Create Course"
      create={async ({ sequence, name }) => {
        const { id } = await api.createCourse({ body: { sequence, name, release_id: path.release_id } });
        void client.invalidateQueries({ queryKey: coursesQuery.queryKey });
        return id;
      }}
      add={(id) => add.mutateAsync([id])}
      texts={MESSAGES}
      onClose={onClose}
    />
  );
}

/** Moves and removes courses. A number that stands for no course has no id: then the whole list is sent. */
function useCourseOrder(pathId: number, stepId: number) {
  const client = useQueryClient();
  return useOrderedList<StepCourse>({
    queryKey: stepCoursesQuery(stepId).queryKey,
    keyOf: ({ sequence }) => sequence,
    swap: ({ id }, swap_with_previous) =>
      id === null ? null : api.swapStepCourse({ params: { stepId, courseId: id }, body: { swap_with_previous } }),
    remove: ({ id }) => (id === null ? null : api.removeStepCourse({ params: { stepId, courseId: id } })),
    setAll: (sequences, before) => api.setStepCourses({ params: { stepId }, body: { sequences, before } }),
    texts: {
      ...MESSAGES,
      moved: (course, place) => MESSAGES.moved(courseName(course), place),
      removed: (course) => MESSAGES.removed(courseName(course)),
    },
    onSettled: () => refreshCurriculum(client, PATHS, pathId),
  });
}
