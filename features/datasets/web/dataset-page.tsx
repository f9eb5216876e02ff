import { Anchor, Badge, Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#platform/contract/client.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { LeftToDo } from '#platform/web/ui/left-to-do.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { datasetSteps } from './dataset-steps.ts';
import { DatasetUses } from './dataset-uses.tsx';
import { MESSAGES } from './messages.ts';
import { datasetsQuery, datasetUsesQuery, datasetVersionsQuery } from './queries.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { UseLatest } from './use-latest.tsx';
import { VersionsTable } from './versions-table.tsx';

const route = getRouteApi('/signed-in/shell/datasets/$datasetId');

/** `/datasets/{datasetId}`: the version history of a dataset. */
export default function DatasetPage() {
  const { datasetId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const versions = useQuery(datasetVersionsQuery(datasetId));
  const datasets = useQuery(datasetsQuery);
  const [isUploading, setUploading] = useState(false);
  const dataset = datasets.data?.find(({ id }) => id === datasetId);
  const uses = useQuery(datasetUsesQuery(datasetId));
  // Above and beside the versions.
  const isReady = useFirstReplies([datasetsQuery, datasetUsesQuery(datasetId)]);
  const steps = datasetSteps(dataset?.archived !== false, uses.data);
  if (versions.error instanceof ApiError && versions.error.status === 404) return <NotFoundPage />;
  const name = versions.data?.[0]?.name;
  return (
    <Page
      title={name ?? 'Dataset'}
      layout="detail"
      beside={dataset?.archived ? <Badge color="draft">Archived</Badge> : null}
      aside={
        <LeftToDo
          steps={steps}
          wayTo={({ lessonId }) =>
            lessonId === null ? { to: '/' } : { to: '/lesson/$lessonId', params: { lessonId }, search: { tab: 'packages' } }
          }
        />
      }
      actions={
        <>
          <Anchor component={Link} to="/datasets" size="sm">
            All datasets
          </Anchor>
          <Button
            variant={steps.some(({ state }) => state === 'open') ? 'default' : 'filled'}
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={name === undefined}
            onClick={() => setUploading(true)}
          >
            Upload New Version
          </Button>
        </>
      }
    >
      {dataset ? <div>{dataset.description}</div> : null}
      {versions.isError ? (
        <ErrorBanner text={failureText(versions.error, MESSAGES.versionsFailed)} onRetry={() => void versions.refetch()} />
      ) : null}
      {versions.data && isReady ? (
        <VersionsTable
          versions={versions.data}
          search={search}
          onSearch={(next) => void navigate({ to: '/datasets/$datasetId', params: { datasetId }, search: next, replace: true })}
        />
      ) : versions.isError ? null : (
        <TableSkeleton rows={4} />
      )}
      {versions.data && isReady ? (
        <PageSection title="Used in">
          {dataset?.archived === false && uses.data ? <UseLatest versions={versions.data} uses={uses.data} /> : null}
          <DatasetUses datasetId={datasetId} />
        </PageSection>
      ) : null}
      {isUploading && name !== undefined ? (
        <UploadDialog
          dataset={{ id: datasetId, name }}
          onDone={() => {
            setUploading(false);
            showResult(MESSAGES.versionMade(name));
          }}
          onClose={() => setUploading(false)}
        />
      ) : null}
    </Page>
  );
}
