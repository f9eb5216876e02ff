import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course, CourseLesson } from '#contract/courses.ts';
import { api } from '#web/platform/api.ts';
import { errorText } from '#web/platform/error-text.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { OrderedTable } from '#web/ui/ordered-list/ordered-table.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { useOrderedList } from '#web/ui/ordered-list/use-ordered-list.ts';
import { AddLessons } from './add-lessons.tsx';
import { courseLessonsQuery, refreshCourse } from './api.ts';
import { LESSON_COLUMNS, lessonName } from './lesson-columns.tsx';
import { MESSAGES } from './messages.ts';
import { NewLesson } from './new-lesson.tsx';

/** The lessons of a course, all rows on one page (B §9): their order, and which they are. */
export function CourseLessons({ course, isReadOnly }: { course: Course; isReadOnly: boolean }) {
  const lessons = useQuery(courseLessonsQuery(course.id));
  const list = useLessonOrder(course.id);
  const [dialog, setDialog] = useState<'add' | 'new' | null>(null);
  const close = () => setDialog(null);
  const missing = lessons.data?.filter(({ id }) => id === null).length ?? 0;
  return (
    <PageSection
      title="Lessons"
      actions={
        isReadOnly ? null : (
          <>
            <Button size="xs" variant="default" disabled={!lessons.data} onClick={() => setDialog('new')}>
              New Lesson
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={!lessons.data}
              onClick={() => setDialog('add')}
            >
              Add Lessons
            </Button>
          </>
        )
      }
    >
      <ErrorBanner text={list.error} />
      {lessons.isError ? <ErrorBanner text={errorText(lessons.error, MESSAGES.lessonsFailed)} /> : null}
      {missing > 0 ? <Banner kind="warning">{missing === 1 ? MESSAGES.missing : MESSAGES.severalMissing(missing)}</Banner> : null}
      {lessons.isPending ? <TableSkeleton rows={4} /> : null}
      {lessons.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.noLessons}
        </Text>
      ) : null}
      {lessons.data && lessons.data.length > 0 ? (
        <OrderedTable
          label="Lessons of this course"
          columns={LESSON_COLUMNS}
          items={lessons.data}
          keyOf={({ sequence }) => sequence}
          nameOf={lessonName}
          onMove={isReadOnly ? null : list.move}
          onRemove={isReadOnly ? null : list.remove}
        />
      ) : null}
      {dialog === 'add' && lessons.data ? <AddLessons course={course} lessons={lessons.data} onClose={close} /> : null}
      {dialog === 'new' ? <NewLesson course={course} onClose={close} /> : null}
    </PageSection>
  );
}

/** Moving and taking out lessons (B §4 swaps). One that is not here has no id: for it the whole list is sent. */
function useLessonOrder(courseId: number) {
  const client = useQueryClient();
  return useOrderedList<CourseLesson>({
    queryKey: courseLessonsQuery(courseId).queryKey,
    keyOf: ({ sequence }) => sequence,
    swap: ({ id }, swap_with_previous) =>
      id === null ? null : api.swapCourseLesson({ params: { id: courseId, lessonId: id }, body: { swap_with_previous } }),
    remove: ({ id }) => (id === null ? null : api.removeCourseLesson({ params: { id: courseId, lessonId: id } })),
    setAll: (sequences, before) => api.setCourseLessons({ params: { id: courseId }, body: { sequences, before } }),
    texts: {
      moved: (lesson, place) => MESSAGES.lessonMoved(lessonName(lesson), place),
      removed: (lesson) => MESSAGES.lessonRemoved(lessonName(lesson)),
      moveFailed: MESSAGES.moveFailed,
      removeFailed: MESSAGES.removeFailed,
      undoFailed: MESSAGES.undoFailed,
    },
    onSettled: () => refreshCourse(client, courseId),
  });
}
