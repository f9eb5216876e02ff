import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ViewsButton } from '#features/saved-views/web/views-button.tsx';
import { saveAsCsv } from '#platform/web/download.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { SearchedTable } from '#platform/web/ui/data-table/searched-table.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { reportCsv } from '../rules/report-csv.ts';
import { LIBRARY_COLUMNS, searchText } from './library-columns.tsx';
import { MESSAGES } from './messages.ts';
import { useLibraryReport } from './use-library-report.ts';

const route = getRouteApi('/signed-in/shell/library');

/** `/library`: every lesson with what is known of its quality. */
export default function LibraryPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { lessons, isLooking, failed, findingsFailed, retry } = useLibraryReport();
  return (
    <Page
      title="Library report"
      layout="report"
      actions={
        <>
          <ViewsButton page="library" search={search} />
          <LinkButton to="/library/skills" variant="default">
            Skills and courses
          </LinkButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isLooking || !lessons?.length}
            onClick={() => saveAsCsv(reportCsv(lessons ?? []), 'library-report.csv')}
          >
            Download CSV
          </Button>
        </>
      }
    >
      {failed ? <ErrorBanner text={failureText(failed, MESSAGES.loadFailed)} onRetry={retry} /> : null}
      {findingsFailed ? <ErrorBanner text={failureText(findingsFailed, MESSAGES.findingsFailed)} onRetry={retry} /> : null}
      <Text role="status" size="sm" c="dimmed">
        {isLooking && lessons?.length ? MESSAGES.looking : null}
      </Text>
      {lessons ? (
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
