import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { CourseSummary } from '#contract/courses.ts';
import { useCopyCourse, useCreateCourse, useImportCourses } from '#web/features/courses/api.ts';
import { CourseActionsContext } from '#web/features/courses/course-actions.ts';
import { CoursesTable } from '#web/features/courses/courses-table.tsx';
import { MESSAGES } from '#web/features/courses/messages.ts';
import { useCourseEvents } from '#web/features/courses/use-course-events.ts';
import { useCommands } from '#web/platform/commands.ts';
import { errorText, failureText } from '#web/platform/error-text.ts';
import { coursesQuery, useCurrentUser } from '#web/platform/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import type { ListSearch } from '#web/ui/data-table/list-search.ts';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { Page } from '#web/ui/page.tsx';
import { CopyFlow } from '#web/ui/release-dialogs/copy-flow.tsx';
import { ImportDialog } from '#web/ui/release-dialogs/import-dialog.tsx';
import { NewDialog } from '#web/ui/release-dialogs/new-dialog.tsx';
import { showResult } from '#web/ui/toast.ts';

const route = getRouteApi('/signed-in/shell/courses');

/** `/courses`: the courses of every release (B §2). External authors only read them. */
export default function CoursesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useCurrentUser();
  const courses = useQuery(coursesQuery);
  const create = useCreateCourse();
  const importCourses = useImportCourses();
  const copy = useCopyCourse();
  const [copied, setCopied] = useState<CourseSummary | null>(null);
  useCourseEvents();
  const canEdit = !user.external;
  const { add, ...rest } = search;
  const setSearch = (next: ListSearch) => void navigate({ to: '/courses', search: next, replace: true });
  const open = (id: number) => void navigate({ to: '/course/$courseId', params: { courseId: id } });
  const openNew = () => setSearch({ ...rest, add: 'new' });
  const openImport = () => setSearch({ ...rest, add: 'import' });
  const close = () => setSearch(rest);
  useCommands(
    canEdit
      ? [
          { id: 'courses:new', label: 'New course', group: 'Actions', icon: IconPlus, run: openNew },
          { id: 'courses:import', label: 'Import courses', group: 'Actions', icon: IconDownload, run: openImport },
        ]
      : [],
  );
  const actions = useMemo(() => ({ copy: canEdit ? setCopied : null }), [canEdit]);

  return (
    <Page
      title="Courses"
      actions={
        canEdit ? (
          <>
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={openImport}>
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
              New Course
            </Button>
          </>
        ) : null
      }
    >
      {courses.isError ? (
        <ErrorBanner
          text={failureText(courses.error, MESSAGES.listFailed)}
          actions={
            <Button size="xs" variant="default" onClick={() => void courses.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {courses.data ? (
        <CourseActionsContext value={actions}>
          <CoursesTable
            courses={courses.data}
            search={search}
            onSearch={setSearch}
            onOpen={({ id }) => open(id)}
            onAdd={canEdit ? openNew : null}
          />
        </CourseActionsContext>
      ) : courses.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
      {canEdit && add === 'new' ? (
        <NewDialog
          title="New Course"
          nameLabel="Course Name"
          submitLabel="Create Course"
          hasRelease
          isBusy={create.isPending}
          error={create.isError ? errorText(create.error, MESSAGES.createFailed) : null}
          onCreate={(course) => create.mutate(course, { onSuccess: ({ id }) => open(id) })}
          onClose={close}
        />
      ) : null}
      {canEdit && add === 'import' ? (
        <ImportDialog
          title="Import Courses"
          noun="course"
          onImport={importCourses}
          onDone={(text) => {
            close();
            showResult(text);
          }}
          onClose={close}
        />
      ) : null}
      <CopyFlow noun="course" original={copied} copy={copy} messages={MESSAGES} onOpen={open} onClose={() => setCopied(null)} />
    </Page>
  );
}
