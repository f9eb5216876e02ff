import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { CreateAndAdd } from '#features/releases/web/create-and-add.tsx';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { OrderedTable } from '#platform/web/ui/ordered-list/ordered-table.tsx';
import { useOrderedList } from '#platform/web/ui/ordered-list/use-ordered-list.ts';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import type { Course, CourseLesson } from '../contract/courses.ts';
import { AddNumbered } from './add-numbered.tsx';
import { refreshCurriculum } from './api.ts';
import { courseLessonsQuery, useAddLessons } from './course-api.ts';
import { COURSES } from './kinds.ts';
import { LESSON_COLUMNS, lessonName } from './lesson-columns.tsx';
import { LESSON_MESSAGES as MESSAGES } from './messages.ts';

/** The lessons of a course, all rows on one page: which they are, and their order. */
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
      {lessons.isError ? <ErrorBanner text={errorText(lessons.error, MESSAGES.loadFailed)} /> : null}
      {missing > 0 ? <Banner kind="warning">{MESSAGES.missing(missing)}</Banner> : null}
      {lessons.isPending ? <TableSkeleton rows={4} /> : null}
      {lessons.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.empty}
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
      {dialog === 'add' && lessons.data ? <AddLessons course={course} present={lessons.data} onClose={close} /> : null}
      {dialog === 'new' ? <NewLesson course={course} onClose={close} /> : null}
    </PageSection>
  );
}

function AddLessons({ course, present, onClose }: { course: Course; present: readonly CourseLesson[]; onClose: () => void }) {
  const versions = useQuery(lessonsQuery);
  const add = useAddLessons(course.id);
  const { release_id: releaseId } = course;
  return <AddNumbered noun="Lesson" nameOf={lessonName} texts={MESSAGES} {...{ versions, releaseId, present, add, onClose }} />;
}

/** A new lesson in the course's release, at the end of the course. */
function NewLesson({ course, onClose }: { course: Course; onClose: () => void }) {
  const client = useQueryClient();
  const add = useAddLessons(course.id);
  return (
    <CreateAndAdd
      title="New Lesson"
      nameLabel="Title"
      submitLabel="Create Lesson"
      create={async ({ sequence, name }) => {
        const { id } = await api.createLesson({ body: { sequence, title: name, release_id: course.release_id } });
        void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
        return id;
      }}
      add={(id) => add.mutateAsync([id])}
      texts={MESSAGES}
      onClose={onClose}
    />
  );
}

/** Moves and removes lessons. A number that stands for no lesson has no id: then the whole list is sent. */
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
      ...MESSAGES,
      moved: (lesson, place) => MESSAGES.moved(lessonName(lesson), place),
      removed: (lesson) => MESSAGES.removed(lessonName(lesson)),
    },
    onSettled: () => refreshCurriculum(client, COURSES, courseId),
  });
}
