import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { saveAsFile } from '#platform/web/download.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { SearchedTable } from '#platform/web/ui/data-table/searched-table.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { reportCsv, reportedLessons } from '../rules/report-csv.ts';
import { LIBRARY_COLUMNS, searchText } from './library-columns.tsx';
import { MESSAGES } from './messages.ts';
import { libraryReportQuery } from './queries.ts';

const route = getRouteApi('/signed-in/shell/library');

/** `/library`: every lesson with what is known of its quality. */
export default function LibraryPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const rows = useQuery(lessonsQuery);
  const reports = useQuery(libraryReportQuery);
  const lessons = useMemo(() => reportedLessons(rows.data ?? [], reports.data ?? []), [rows.data, reports.data]);
  const failed = [rows, reports].find(({ isError }) => isError);
  return (
    <Page
      title="Library report"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={lessons.length === 0}
          onClick={() => saveAsFile(new Blob(['\uFEFF', reportCsv(lessons)], { type: 'text/csv;charset=utf-8' }), 'library-report.csv')}
        >
          Download CSV
        </Button>
      }
    >
      {failed ? (
        <ErrorBanner
          text={failureText(failed.error, MESSAGES.loadFailed)}
          onRetry={() => void Promise.all([rows.refetch(), reports.refetch()])}
        />
      ) : null}
      {rows.data && reports.data ? (
        <SearchedTable
          label="Library report"
          noun="lesson"
          columns={LIBRARY_COLUMNS}
          rows={lessons}
          rowId={({ id }) => id}
          searchText={searchText}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true })}
          onOpen={({ id }) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: id } })}
          empty={<EmptyState text={MESSAGES.empty} />}
        />
      ) : failed ? null : (
        <TableSkeleton rows={8} label={MESSAGES.loading} />
      )}
    </Page>
  );
}
