import { Button, Chip } from '@mantine/core';
import { PagedTable } from '#platform/web/ui/data-table/paged-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Dataset } from '../contract/datasets.ts';
import { DATASET_COLUMNS } from './dataset-columns.tsx';
import type { DatasetsSearch } from './datasets-search.ts';
import { MESSAGES } from './messages.ts';
import classes from './datasets.module.css';

interface DatasetsTableProps {
  datasets: readonly Dataset[];
  search: DatasetsSearch;
  onSearch: (search: DatasetsSearch) => void;
  onOpen: (dataset: Dataset) => void;
  onAdd: () => void;
}

/** The datasets, archived ones hidden by default. Enter on a row opens its version history. */
export function DatasetsTable({ datasets, search, onSearch, onOpen, onAdd }: DatasetsTableProps) {
  const { sort, page: _page, add: _add, ...others } = search;
  const isAllShown = others.archived === 'shown';
  const keptSort = sort === undefined ? {} : { sort };
  return (
    <>
      <div className={classes.toolbar}>
        <Chip size="xs" checked={!isAllShown} onChange={(isHidden) => onSearch(isHidden ? keptSort : { ...keptSort, archived: 'shown' })}>
          hide archived
        </Chip>
      </div>
      <PagedTable
        label="Datasets"
        noun="dataset"
        columns={DATASET_COLUMNS}
        rows={isAllShown ? datasets : datasets.filter(({ archived }) => !archived)}
        rowId={({ id }) => id}
        search={search}
        onSearch={(next) => onSearch({ ...others, ...next })}
        onOpen={onOpen}
        empty={<NoDatasets areHidden={datasets.length > 0} onShow={() => onSearch({ ...keptSort, archived: 'shown' })} onAdd={onAdd} />}
      />
    </>
  );
}

function NoDatasets({ areHidden, onShow, onAdd }: { areHidden: boolean; onShow: () => void; onAdd: () => void }) {
  return (
    <EmptyState
      text={`${MESSAGES.empty}. ${areHidden ? MESSAGES.allArchived : MESSAGES.emptyNext}`}
      action={
        <Button variant="default" size="xs" onClick={areHidden ? onShow : onAdd}>
          {areHidden ? 'Show archived' : 'New Dataset'}
        </Button>
      }
    />
  );
}
