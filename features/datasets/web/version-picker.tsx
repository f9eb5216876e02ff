import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Paging } from '#platform/web/ui/data-table/table-footer.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { rowsOfPage } from '#platform/web/ui/data-table/table-state.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { AttachedDataset } from '../contract/datasets.ts';
import { Hash } from './dataset-columns.tsx';
import { MESSAGES } from './messages.ts';
import { datasetVersionsQuery } from './queries.ts';

interface VersionPickerProps {
  dataset: AttachedDataset;
  onPick: (versionId: number) => void;
  onClose: () => void;
}

/** Chooses the version of a dataset that a lesson uses. Open while rendered. */
export function VersionPicker({ dataset, onPick, onClose }: VersionPickerProps) {
  useReturnFocus(true);
  const versions = useQuery(datasetVersionsQuery(dataset.dataset_id ?? 0));
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const value = chosen ?? dataset.id;
  const list = versions.data ?? [];
  return (
    <Dialog opened onClose={onClose} title={`Change version of ${dataset.name}`} size="lg">
      <form
        aria-label="Change version"
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null && value !== dataset.id) onPick(value);
        }}
      >
        <Stack>
          {versions.isError ? <ErrorBanner text={failureText(versions.error, MESSAGES.versionsFailed)} /> : null}
          {versions.isPending ? <TableSkeleton rows={3} /> : null}
          <Radio.Group aria-label="Versions" value={value === null ? null : String(value)} onChange={(id) => setChosen(Number(id))}>
            <Stack gap="xs">
              {rowsOfPage(list, page, LIMITS.pickerPageSize).map((version) => (
                <Radio
                  key={version.id}
                  value={String(version.id)}
                  label={
                    <>
                      <Hash hash={version.hash} /> {version.id === list[0]?.id ? 'latest, ' : ''}
                      <RelativeTime at={version.created} />
                      {version.id === dataset.id ? ' (attached now)' : ''}
                    </>
                  }
                  description={
                    <Text span size="xs" lineClamp={2}>
                      {version.description}
                    </Text>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
          {list.length > LIMITS.pickerPageSize ? (
            <Paging page={page} size={LIMITS.pickerPageSize} hasSizes={false} rowCount={list.length} onChange={setPage} />
          ) : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={value === null || value === dataset.id}>
              Change version
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
