import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Paging } from '#platform/web/ui/data-table/table-footer.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { rowsOfPage } from '#platform/web/ui/data-table/table-state.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { AttachedDataset, Dataset } from '../contract/datasets.ts';
import { Hash } from './dataset-columns.tsx';
import { MESSAGES } from './messages.ts';
import { datasetsQuery } from './queries.ts';

/** Datasets that can be attached to a lesson: not archived, not attached, and matching the search words. */
export function pickable(
  datasets: readonly Dataset[],
  attached: readonly Pick<AttachedDataset, 'name'>[],
  query: string,
): readonly Dataset[] {
  const names = new Set(attached.map(({ name }) => name));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return datasets.filter(({ name, description, archived }) => {
    const text = `${name}\n${description}`.toLowerCase();
    return !archived && !names.has(name) && words.every((word) => text.includes(word));
  });
}

interface DatasetPickerProps {
  attached: readonly AttachedDataset[];
  isBusy: boolean;
  /** Why attaching failed; the dialog stays open. */
  error: string | null;
  /** @param ids The latest versions of the chosen datasets. */
  onPick: (ids: number[]) => void;
  onClose: () => void;
}

/** Datasets to attach: neither archived nor already attached, five to a page. Open while rendered. */
export function DatasetPicker({ attached, isBusy, error, onPick, onClose }: DatasetPickerProps) {
  useReturnFocus(true);
  const datasets = useQuery(datasetsQuery);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const rows = useRef<HTMLDivElement>(null);
  const all = pickable(datasets.data ?? [], attached, '');
  const found = pickable(datasets.data ?? [], attached, query);
  return (
    <Dialog opened onClose={onClose} title="Add datasets" size="lg" closeOnEscape={!isBusy} closeOnClickOutside={!isBusy}>
      <form
        aria-label="Add datasets"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.length > 0 && !isBusy) onPick([...chosen]);
        }}
      >
        <Stack>
          {datasets.isError ? <ErrorBanner text={failureText(datasets.error, MESSAGES.loadFailed)} /> : null}
          <ErrorBanner text={error} />
          {all.length > LIMITS.pickerPageSize ? (
            <SearchBox
              label="Search datasets"
              query={query}
              onLeaveDown={() => rows.current?.querySelector('input')?.focus()}
              onQuery={(next) => {
                setQuery(next);
                setPage(1);
              }}
            />
          ) : null}
          {datasets.isPending ? <TableSkeleton rows={3} /> : null}
          <Stack ref={rows} gap="sm">
            {rowsOfPage(found, page, LIMITS.pickerPageSize).map(({ name, description, latest_version_id: id, latest_version_hash }) => (
              <Checkbox
                key={id}
                label={
                  <>
                    {name} <Hash hash={latest_version_hash} />
                  </>
                }
                aria-label={name}
                description={
                  <Text span size="xs" lineClamp={2}>
                    {description}
                  </Text>
                }
                checked={chosen.includes(id)}
                disabled={isBusy}
                onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
              />
            ))}
          </Stack>
          {datasets.data && found.length === 0 ? (
            <EmptyState
              text={datasets.data.length === 0 ? MESSAGES.nothingYet : all.length === 0 ? MESSAGES.nothingToAttach : 'No results'}
              action={
                all.length === 0 ? (
                  <LinkButton to="/datasets" size="xs" variant="default">
                    Datasets
                  </LinkButton>
                ) : null
              }
            />
          ) : null}
          {found.length > LIMITS.pickerPageSize ? (
            <Paging page={page} size={LIMITS.pickerPageSize} hasSizes={false} rowCount={found.length} onChange={setPage} />
          ) : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={chosen.length === 0} loading={isBusy}>
              {chosen.length > 1 ? `Attach ${chosen.length} datasets` : 'Attach'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
