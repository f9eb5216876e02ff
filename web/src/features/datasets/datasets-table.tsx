import { Button, Chip } from '@mantine/core';
import type { Dataset } from '#contract/datasets.ts';
import { LIMITS } from '#contract/limits.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { rowsOfPage } from '#web/ui/data-table/page-size.ts';
import { Paging } from '#web/ui/data-table/paging.tsx';
import { formatSort, parseSort, sortRows } from '#web/ui/data-table/sort.ts';
import { useHiddenColumns } from '#web/ui/data-table/use-hidden-columns.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DATASET_COLUMNS } from './dataset-columns.tsx';
import type { DatasetsSearch } from './datasets-search.ts';
import classes from './datasets.module.css';
import { MESSAGES } from './messages.ts';

interface DatasetsTableProps {
  datasets: readonly Dataset[];
  search: DatasetsSearch;
  onSearch: (search: DatasetsSearch) => void;
  onOpen: (dataset: Dataset) => void;
  onAdd: () => void;
}

/** The datasets (B §2), without archived ones until they are asked for. Enter on a row opens its version history. */
export function DatasetsTable({ datasets, search, onSearch, onOpen, onAdd }: DatasetsTableProps) {
  const { archived, page = 1, sort: sortText, add: _add, ...others } = search;
  const hidden = useHiddenColumns(DATASET_COLUMNS);
  const sort = parseSort(sortText, DATASET_COLUMNS);
  const kept = { ...others, ...(sortText === undefined ? {} : { sort: sortText }), ...(archived ? { archived } : {}) };
  const found = archived === 'shown' ? datasets : datasets.filter((dataset) => !dataset.archived);
  const showArchived = () => onSearch({ ...others, archived: 'shown' });
  return (
    <>
      <div className={classes.toolbar}>
        <Chip
          size="xs"
          checked={archived !== 'shown'}
          onChange={(isHidden) =>
            isHidden
              ? onSearch({ ...others, ...(sortText === undefined ? {} : { sort: sortText }) })
              : onSearch({ ...kept, archived: 'shown' })
          }
        >
          hide archived
        </Chip>
      </div>
      <DataTable
        label="Datasets"
        columns={DATASET_COLUMNS}
        hidden={hidden}
        rows={rowsOfPage(sortRows(found, DATASET_COLUMNS, sort), page, LIMITS.longTablePageSize)}
        rowId={({ id }) => id}
        sort={sort}
        onSort={(next) => onSearch({ ...kept, sort: formatSort(next) })}
        onOpen={onOpen}
        isFlowing
        empty={<NoDatasets areHidden={datasets.length > 0} onShow={showArchived} onAdd={onAdd} />}
      />
      <div className={classes.footer}>
        <span role="status">{found.length === 1 ? '1 dataset' : `${found.length.toLocaleString('en')} datasets`}</span>
        {found.length > LIMITS.longTablePageSize ? (
          <Paging
            page={page}
            size={LIMITS.longTablePageSize}
            hasSizes={false}
            rowCount={found.length}
            onChange={(next) => onSearch(next > 1 ? { ...kept, page: next } : kept)}
          />
        ) : null}
      </div>
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
