import { Badge, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReleaseErrors } from '#contract/changes.ts';
import { ApiError } from '#contract/client.ts';
import type { Course } from '#contract/courses.ts';
import { canEditCurriculum } from '#contract/curricula.policy.ts';
import { COURSE_LISTS, CourseForm } from '#web/features/curricula/course-form.tsx';
import { CourseLessons } from '#web/features/curricula/course-lessons.tsx';
import { CoursePaths } from '#web/features/curricula/course-paths.tsx';
import classes from '#web/features/curricula/curricula.module.css';
import { CurriculumEditor } from '#web/features/curricula/curriculum-editor.tsx';
import { COURSE_LABELS } from '#web/features/curricula/field-labels.ts';
import { COURSES } from '#web/features/curricula/kinds.ts';
import { MESSAGES, messagesOf } from '#web/features/curricula/messages.ts';
import { useCourseEditor } from '#web/features/curricula/use-course-editor.ts';
import { useCurriculum } from '#web/features/curricula/use-curriculum-events.ts';
import { MoreFormats } from '#web/features/exports/more-formats.tsx';
import { HeldBanner, HELD_POLL_MS, isHeld } from '#web/features/sync/release-banner.tsx';
import { useCourseSync } from '#web/features/sync/use-sync.tsx';
import { failureText } from '#web/platform/error-text.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { useUnsavedPart, useUnsavedParts } from '#web/ui/editing/unsaved-parts.ts';
import { useUnfinished } from '#web/ui/editing/use-unfinished.ts';
import { PageSection } from '#web/ui/page-section.tsx';
import { Page } from '#web/ui/page.tsx';
import { NotFoundPage } from '#web/ui/not-found-page.tsx';

const route = getRouteApi('/signed-in/shell/course/$courseId');
const pollOf = (held: ReleaseErrors) => (isHeld(held) ? HELD_POLL_MS : false);

/** `/course/{courseId}`: the course editor. */
export default function CoursePage() {
  const { courseId } = route.useParams();
  const course = useCurriculum(COURSES, courseId, pollOf);
  if (course.data) return <LoadedCourse key={courseId} course={course.data} />;
  if (course.error instanceof ApiError && course.error.status === 404) return <NotFoundPage />;
  const { loadFailed } = messagesOf(COURSES);
  return <Page title="Course">{course.isError ? <ErrorBanner text={failureText(course.error, loadFailed)} /> : <TableSkeleton />}</Page>;
}

function LoadedCourse({ course }: { course: Course }) {
  const user = useCurrentUser();
  const isReadOnly = !canEditCurriculum(user, course);
  const editor = useCourseEditor(course, isReadOnly);
  const sync = useCourseSync(course);
  const unfinished = useUnfinished(COURSE_LISTS, (names) => MESSAGES.unfinished(names.map((name) => COURSE_LABELS[name])));
  const { parts, isDirty } = useUnsavedParts();
  useUnsavedPart({ name: 'the details', state: editor.state, error: editor.error, save: editor.save }, parts);
  const zip = `course-${course.sequence}.zip`;
  const url = `/api/course/${course.id}/export`;
  return (
    <CurriculumEditor
      kind={COURSES}
      item={course}
      isReadOnly={isReadOnly}
      editor={editor}
      labels={COURSE_LABELS}
      unfinished={unfinished}
      parts={parts}
      badges={
        <>
          <Badge color={course.is_main ? 'green' : 'gray'}>{course.release_name}</Badge>
          {course.deprecated ? <Badge color="orange">Deprecated</Badge> : null}
        </>
      }
      sync={{ banner: <HeldBanner held={course} sync={sync} syncLabel="Choose" mayHeal />, dialog: sync.dialog }}
    >
      {(deletion) => (
        <>
          <CoursePaths courseId={course.id} hasLinks={!user.external} />
          <div className={classes.columns}>
            <PageSection title="Details">
              <CourseForm editor={editor} unfinished={unfinished} isReadOnly={isReadOnly} />
            </PageSection>
            <div className={classes.side}>
              <CourseLessons course={course} isReadOnly={isReadOnly} />
              {user.external ? null : (
                <Group gap="xs" align="flex-start">
                  <DownloadButton url={url} fileName={zip} label={`Export as ${zip}`} failed={MESSAGES.exportFailed} />
                  <MoreFormats
                    name={`course ${course.sequence}`}
                    target={{ kind: 'course', ids: [course.id] }}
                    zip={{ url, fileName: zip }}
                    hasUnsaved={isDirty}
                  />
                </Group>
              )}
              {deletion}
            </div>
          </div>
        </>
      )}
    </CurriculumEditor>
  );
}
