import { useQuery } from '@tanstack/react-query';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import TestLessonsDialog from '#features/tests/web/test-lessons-dialog.tsx';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { MESSAGES } from './messages.ts';

/** Runs the tests of all lessons of a release. */
export default function TestReleaseDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const lessons = useQuery(lessonsQuery);
  if (lessons.data) {
    const own = lessons.data.filter(({ release_id }) => release_id === release.id);
    return <TestLessonsDialog name={release.name} lessons={own} onClose={onClose} />;
  }
  return (
    <TaskDialog title={`Test ${release.name}`} isRunning={false} onClose={onClose}>
      {lessons.isError ? <ErrorBanner text={MESSAGES.lessonsFailed} /> : <TableSkeleton rows={2} />}
    </TaskDialog>
  );
}
