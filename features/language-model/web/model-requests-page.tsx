import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { type TableColumn, useHiddenColumns } from '#platform/web/ui/data-table/columns.ts';
import { DataTable } from '#platform/web/ui/data-table/data-table.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ModelRequest } from '../contract.ts';
import { MODEL_TASKS } from '../language-model.policy.ts';
import { MESSAGES, OUTCOMES } from './messages.ts';
import { modelRequestsQuery } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';

const COLUMNS: readonly TableColumn<ModelRequest>[] = [
  { id: 'when', header: 'When', minWidth: 120, cell: ({ started_at }) => <RelativeTime at={started_at} /> },
  { id: 'person', header: 'Who', minWidth: 120, grow: 1, cell: ({ person }) => <bdi>{person}</bdi> },
  { id: 'kind', header: 'Draft', minWidth: 170, cell: ({ kind }) => MODEL_TASKS[kind] },
  { id: 'lesson', header: 'Lesson', minWidth: 150, grow: 1, cell: (request) => <Where request={request} /> },
  { id: 'outcome', header: 'Outcome', minWidth: 110, cell: ({ outcome }) => (outcome === null ? 'Not ended' : OUTCOMES[outcome]) },
  { id: 'sent', header: 'Sent', minWidth: 80, align: 'end', isNarrow: false, cell: ({ sent_bytes }) => fileSizeText(sent_bytes) },
  {
    id: 'received',
    header: 'Received',
    minWidth: 90,
    align: 'end',
    isNarrow: false,
    cell: ({ received_bytes }) => fileSizeText(received_bytes),
  },
  { id: 'seconds', header: 'Seconds', minWidth: 80, align: 'end', isNarrow: false, cell: ({ duration_ms }) => seconds(duration_ms) },
  { id: 'model', header: 'Model', minWidth: 120, isNarrow: false, cell: ({ model }) => model },
];

const seconds = (ms: number | null) => (ms === null ? '' : (ms / 1000).toFixed(1));

/** `/model-requests`: who asked the language model for what, newest first. */
export default function ModelRequestsPage() {
  const [before, setBefore] = useState<number | undefined>();
  const loaded = useQuery(modelRequestsQuery(before));
  const hidden = useHiddenColumns(COLUMNS);
  const next = loaded.data?.next ?? null;
  return (
    <Page title="Requests to the language model" layout="list" beside={<TextLink to="/rules">Rules</TextLink>}>
      <Text size="sm" c="dimmed">
        {MESSAGES.listAbout}
      </Text>
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.listFailed) : null} onRetry={() => void loaded.refetch()} />
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data ? (
        <>
          <DataTable
            label="Requests to the language model"
            columns={COLUMNS}
            hidden={hidden}
            rows={loaded.data.requests}
            rowId={({ id }) => id}
            isFlowing
            empty={<EmptyState text={MESSAGES.noRequests} />}
          />
          <div className={layout.wrap}>
            {before === undefined ? null : (
              <Button size="compact-sm" variant="default" onClick={() => setBefore(undefined)}>
                Newest
              </Button>
            )}
            <Button size="compact-sm" variant="default" disabled={next === null} onClick={() => setBefore(next ?? undefined)}>
              Older
            </Button>
          </div>
        </>
      ) : null}
    </Page>
  );
}

function Where({ request: { lesson, screen_id } }: { request: ModelRequest }) {
  if (lesson === null) return 'Deleted';
  const name = `${lesson.sequence}. ${lesson.title}`;
  if (screen_id === null)
    return (
      <TextLink to="/lesson/$lessonId" params={{ lessonId: lesson.id }}>
        {name}
      </TextLink>
    );
  return (
    <TextLink to="/lesson/$lessonId/screen/$screenId" params={{ lessonId: lesson.id, screenId: String(screen_id) }}>
      {name}
    </TextLink>
  );
}
