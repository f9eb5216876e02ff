import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { Dataset } from '../contract/datasets.ts';
import { useArchive } from './api.ts';
import { DatasetActionsContext } from './dataset-actions.ts';
import type { DatasetsSearch } from './datasets-search.ts';
import { DatasetsTable } from './datasets-table.tsx';
import { MESSAGES } from './messages.ts';
import { datasetsQuery } from './queries.ts';
import { UploadDialog } from './upload-dialog.tsx';

const route = getRouteApi('/signed-in/shell/datasets');

/** `/datasets`: the list of datasets with their actions. */
export default function DatasetsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = useQuery(datasetsQuery);
  const archiving = useArchive();
  const { mutate: archive } = archiving;
  const [uploadTo, setUploadTo] = useState<Dataset | null>(null);
  const setSearch = (next: DatasetsSearch) => void navigate({ to: '/datasets', search: next, replace: true });
  const { add, ...rest } = search;
  const openNew = () => setSearch({ ...rest, add: true });
  const open = (id: number) => void navigate({ to: '/datasets/$datasetId', params: { datasetId: id } });
  useCommands([{ id: 'datasets:add', label: 'New dataset', group: 'Actions', keywords: 'upload files', icon: IconPlus, run: openNew }]);
  const actions = useMemo(() => {
    const change = ({ id, name }: Dataset, isArchived: boolean, hasUndo: boolean) =>
      archive(
        { id, isArchived },
        {
          onSuccess: (dataset) => {
            const message = isArchived ? MESSAGES.archived(name) : MESSAGES.unarchived(name);
            if (hasUndo) showOffer({ message, label: 'Undo', onClick: () => change(dataset, !isArchived, false) });
            else showResult(message);
          },
        },
      );
    return { upload: setUploadTo, archive: (dataset: Dataset, isArchived: boolean) => change(dataset, isArchived, true) };
  }, [archive]);

  return (
    <Page
      title="Datasets"
      layout="list"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
          New Dataset
        </Button>
      }
    >
      {datasets.isError ? (
        <ErrorBanner text={failureText(datasets.error, MESSAGES.loadFailed)} onRetry={() => void datasets.refetch()} />
      ) : null}
      {archiving.isError ? (
        <ErrorBanner
          text={errorText(archiving.error, archiving.variables?.isArchived ? MESSAGES.archiveFailed : MESSAGES.unarchiveFailed)}
        />
      ) : null}
      {datasets.data ? (
        <DatasetActionsContext value={actions}>
          <DatasetsTable datasets={datasets.data} search={search} onSearch={setSearch} onOpen={({ id }) => open(id)} onAdd={openNew} />
        </DatasetActionsContext>
      ) : datasets.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
      {add ? (
        <UploadDialog
          dataset={null}
          onDone={({ name }) => {
            setSearch(rest);
            showResult(MESSAGES.made(name));
          }}
          onClose={() => setSearch(rest)}
        />
      ) : null}
      {uploadTo ? (
        <UploadDialog
          dataset={uploadTo}
          onDone={({ name }) => {
            setUploadTo(null);
            showResult(MESSAGES.versionMade(name));
          }}
          onClose={() => setUploadTo(null)}
        />
      ) : null}
    </Page>
  );
}
