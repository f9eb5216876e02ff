import { Anchor, Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '#contract/client.ts';
import { canEditCurriculum } from '#contract/curricula.policy.ts';
import type { Course } from '#contract/courses.ts';
import { courseQuery } from '#web/features/courses/api.ts';
import { CourseForm, LIST_FIELDS } from '#web/features/courses/course-form.tsx';
import { CourseLessons } from '#web/features/courses/course-lessons.tsx';
import { CoursePaths } from '#web/features/courses/course-paths.tsx';
import classes from '#web/features/courses/courses.module.css';
import { DeleteCourse } from '#web/features/courses/delete-course.tsx';
import { ExportCourse } from '#web/features/courses/export-course.tsx';
import { fieldLabel } from '#web/features/courses/field-labels.ts';
import { MESSAGES } from '#web/features/courses/messages.ts';
import { useCourseEditor } from '#web/features/courses/use-course-editor.ts';
import { useCourseEvents } from '#web/features/courses/use-course-events.ts';
import { HeldBanner, HELD_POLL_MS, isHeld } from '#web/features/sync/release-banner.tsx';
import { useCourseSync } from '#web/features/sync/use-sync.tsx';
import { failureText } from '#web/platform/error-text.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { EditorConflict } from '#web/ui/editing/editor-conflict.tsx';
import { DraftBanner } from '#web/ui/editing/draft-banner.tsx';
import { SetAsideBanner } from '#web/ui/editing/set-aside-banner.tsx';
import { SaveChangesCommand } from '#web/ui/editing/save-changes.tsx';
import { useUnsavedPart, useUnsavedParts } from '#web/ui/editing/unsaved-parts.ts';
import { usePageSave } from '#web/ui/editing/use-page-save.tsx';
import { useUnfinished } from '#web/ui/editing/use-unfinished.ts';
import { COMMIT_POLL_MS, isOnItsWay } from '#web/ui/editing/commit-poll.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { Page } from '#web/ui/page.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/signed-in/shell/course/$courseId');

/** `/course/{courseId}`: the course editor (B §2). */
export default function CoursePage() {
  const { courseId } = route.useParams();
  const course = useQuery({
    ...courseQuery(courseId),
    refetchInterval: ({ state }) => pollOf(state.data),
  });
  useCourseEvents(courseId);
  if (course.data) return <LoadedCourse key={courseId} course={course.data} />;
  if (course.error instanceof ApiError && course.error.status === 404) return <NotFoundPage />;
  return (
    <Page title="Course">{course.isError ? <ErrorBanner text={failureText(course.error, MESSAGES.loadFailed)} /> : <TableSkeleton />}</Page>
  );
}

function pollOf(course: Course | undefined): number | false {
  if (isOnItsWay(course?.commit_status)) return COMMIT_POLL_MS;
  return course && isHeld(course) ? HELD_POLL_MS : false;
}

function LoadedCourse({ course }: { course: Course }) {
  const user = useCurrentUser();
  const navigate = route.useNavigate();
  const isReadOnly = !canEditCurriculum(user, course);
  const editor = useCourseEditor(course, isReadOnly);
  const sync = useCourseSync(course);
  const unfinished = useUnfinished(LIST_FIELDS, (names) => MESSAGES.unfinished(names.map(fieldLabel)));
  const { parts } = useUnsavedParts();
  useUnsavedPart({ name: 'the details', state: editor.state, error: editor.error, save: editor.save }, parts);
  const { state, isDirty, save, dialog } = usePageSave(parts, {
    id: 'course:save',
    label: 'Save Changes',
    isReadOnly,
    unfinished,
    hasConflict: editor.conflict !== null,
  });
  return (
    <Page
      title={`${course.sequence} - ${course.name}`}
      isTopSticky
      beside={
        <>
          <Badge color={course.is_main ? 'green' : 'gray'}>{course.release_name}</Badge>
          {course.deprecated ? <Badge color="orange">Deprecated</Badge> : null}
          {isReadOnly ? null : <SaveState state={state} commit={course.commit_status} />}
        </>
      }
      actions={
        <>
          <Anchor component={Link} to="/courses" size="sm">
            All courses
          </Anchor>
          {user.external || course.is_main ? null : (
            <Anchor component={Link} to={`/releases/${course.release_id}/pull`} size="sm">
              Pull request
            </Anchor>
          )}
          {isReadOnly ? null : <SaveChangesCommand command={save} isDirty={isDirty} isSaving={state === 'saving'} />}
        </>
      }
    >
      {isReadOnly ? (
        <Banner kind="info">
          {MESSAGES.readOnly} {course.is_main && !user.external ? MESSAGES.readOnlyHow : null}
        </Banner>
      ) : null}
      {isReadOnly ? null : <HeldBanner held={course} sync={sync} syncLabel="Choose" mayHeal />}
      <DraftBanner draft={editor.draft} what="this course" />
      <SetAsideBanner />
      <ErrorBanner text={editor.error} />
      {unfinished.warning === null ? null : <Banner kind="warning">{unfinished.warning}</Banner>}
      <CoursePaths courseId={course.id} hasLinks={!user.external} />
      <div className={classes.columns}>
        <PageSection title="Details">
          <CourseForm editor={editor} unfinished={unfinished} isReadOnly={isReadOnly} />
        </PageSection>
        <div className={classes.side}>
          <CourseLessons course={course} isReadOnly={isReadOnly} />
          {user.external ? null : <ExportCourse course={course} />}
          {isReadOnly ? null : (
            <div>
              <DeleteCourse course={course} onDeleted={() => void navigate({ to: '/courses', ignoreBlocker: true })} />
            </div>
          )}
        </div>
      </div>
      {dialog}
      <EditorConflict editor={editor} fieldLabel={fieldLabel} />
      {sync.dialog}
      <LeaveGuard isDirty={isDirty} what={`course ${course.sequence}`} />
    </Page>
  );
}
