import { Badge, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { ReleaseErrors } from '#features/changes/contract.ts';
import type { Course } from '#features/curricula/contract/courses.ts';
import { canEditCurriculum } from '#features/curricula/curricula.policy.ts';
import { courseLessonsQuery, coursePathsQuery } from '#features/curricula/web/course-api.ts';
import { COURSE_LISTS, CourseForm } from '#features/curricula/web/course-form.tsx';
import { CourseLessons } from '#features/curricula/web/course-lessons.tsx';
import { CoursePaths } from '#features/curricula/web/course-paths.tsx';
import { CurriculumEditor } from '#features/curricula/web/curriculum-editor.tsx';
import { CourseLeftToDo } from '#features/curricula/web/curriculum-left-to-do.tsx';
import { COURSE_LABELS } from '#features/curricula/web/field-labels.ts';
import { COURSES } from '#features/curricula/web/kinds.ts';
import { MESSAGES, messagesOf } from '#features/curricula/web/messages.ts';
import { useCourseEditor } from '#features/curricula/web/use-course-editor.ts';
import { useCurriculum } from '#features/curricula/web/use-curriculum-events.ts';
import { MoreFormats } from '#features/exports/web/more-formats.tsx';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { HeldBanner, HELD_POLL_MS, isHeld } from '#features/sync/web/release-banner.tsx';
import { useCourseSync } from '#features/sync/web/use-sync.tsx';
import { ApiError } from '#platform/contract/client.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { DownloadButton } from '#platform/web/ui/download-button.tsx';
import { useUnsavedPart, useUnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useUnfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';

const route = getRouteApi('/signed-in/shell/course/$courseId');
const pollOf = (held: ReleaseErrors) => (isHeld(held) ? HELD_POLL_MS : false);

/** `/course/{courseId}`: the course editor. */
export default function CoursePage() {
  const { courseId } = route.useParams();
  const course = useCurriculum(COURSES, courseId, pollOf);
  const { external } = useCurrentUser();
  // Above the fields and the lessons.
  const isReady = useFirstReplies([coursePathsQuery(courseId), courseLessonsQuery(courseId), { ...releasesQuery, enabled: !external }]);
  if (course.data && isReady) return <LoadedCourse key={courseId} course={course.data} />;
  if (course.error instanceof ApiError && course.error.status === 404) return <NotFoundPage />;
  const { loadFailed } = messagesOf(COURSES);
  return (
    <Page title="Course" layout="detail">
      {course.isError ? <ErrorBanner text={failureText(course.error, loadFailed)} /> : <TableSkeleton />}
    </Page>
  );
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
          <Badge color={course.is_main ? 'success' : 'draft'}>{course.release_name}</Badge>
          {course.deprecated ? <Badge color="changed">Deprecated</Badge> : null}
        </>
      }
      leftToDo={<CourseLeftToDo course={course} fields={editor.fields} isDirty={isDirty} />}
      sync={{ banner: <HeldBanner held={course} sync={sync} syncLabel="Choose" mayRepair />, dialog: sync.dialog }}
    >
      {(deletion) => (
        <Stack gap="lg">
          <CoursePaths courseId={course.id} hasLinks={!user.external} />
          <CourseLessons course={course} isReadOnly={isReadOnly} />
          <PageSection title="Details">
            <CourseForm editor={editor} unfinished={unfinished} isReadOnly={isReadOnly} />
          </PageSection>
          <Group gap="xs" align="flex-start">
            {user.external ? null : (
              <>
                <DownloadButton url={url} fileName={zip} label={`Export as ${zip}`} failed={MESSAGES.exportFailed} />
                <MoreFormats
                  name={`course ${course.sequence}`}
                  target={{ kind: 'course', ids: [course.id] }}
                  zip={{ url, fileName: zip }}
                  hasUnsaved={isDirty}
                />
              </>
            )}
            {deletion}
          </Group>
        </Stack>
      )}
    </CurriculumEditor>
  );
}
