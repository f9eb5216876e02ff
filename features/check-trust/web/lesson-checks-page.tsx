import { Button, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { checkTrustQuery, useExamining } from './api.ts';
import { MESSAGES } from './messages.ts';
import { TrustFindings } from './trust-findings.tsx';
import { TrustTable } from './trust-table.tsx';
import layout from '#platform/web/ui/layout.module.css';

/** `/lesson/{lessonId}/checks`: how far the checks of a lesson can be trusted. */
export default function LessonChecksPage() {
  const { lessonId } = useParams({ from: '/signed-in/shell/lesson/$lessonId/checks' });
  const search = useSearch({ from: '/signed-in/shell/lesson/$lessonId/checks' });
  const navigate = useNavigate({ from: '/lesson/$lessonId/checks' });
  const loaded = useQuery(checkTrustQuery(lessonId));
  const { operation, error, examine } = useExamining(lessonId);

  const screens = loaded.data ?? [];
  const shown = screens.find(({ screen_id }) => screen_id === search.screen);
  const setSearch = (next: typeof search) => void navigate({ to: '.', search: next, replace: true });
  const close = () => {
    const { screen: _shown, ...rest } = search;
    setSearch(rest);
  };
  return (
    <Page title="Lesson Checks" layout="report" beside={<LessonLink lessonId={lessonId} />}>
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : error} />
      <div className={layout.toolbar}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          disabled={screens.length === 0 || operation.isRunning}
          onClick={() => void examine()}
        >
          Examine all
        </Button>
        <Text size="sm" c="dimmed" style={{ flex: '1 1 300px' }}>
          {MESSAGES.explained}
        </Text>
      </div>
      <ProgressPanel operation={operation} what="Preparing submissions" />
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data ? <TrustTable lessonId={lessonId} screens={screens} search={search} onSearch={setSearch} /> : null}
      {shown ? (
        <TrustFindings
          key={shown.screen_id}
          lessonId={lessonId}
          screen={shown}
          isRunning={operation.isRunning}
          onExamine={(repeats) => void examine([shown.screen_id], repeats)}
          onClose={close}
        />
      ) : null}
    </Page>
  );
}
