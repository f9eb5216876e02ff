import { Button } from '@mantine/core';
import type { PathSummary } from '#contract/paths.ts';
import type { ListSearch } from '#web/ui/data-table/list-search.ts';
import { SearchedTable } from '#web/ui/data-table/searched-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MESSAGES } from './messages.ts';
import { PATH_COLUMNS, pathSearchText } from './path-columns.tsx';

interface PathsTableProps {
  paths: readonly PathSummary[];
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  onOpen: (path: PathSummary) => void;
  onAdd: () => void;
}

/** The paths of every release (B §2). Enter on a row opens its editor. */
export function PathsTable({ paths, search, onSearch, onOpen, onAdd }: PathsTableProps) {
  return (
    <SearchedTable
      label="Paths"
      noun="path"
      columns={PATH_COLUMNS}
      rows={paths}
      rowId={({ id }) => id}
      searchText={pathSearchText}
      search={search}
      onSearch={onSearch}
      onOpen={onOpen}
      empty={
        <EmptyState
          text={MESSAGES.empty}
          action={
            <Button variant="default" size="xs" onClick={onAdd}>
              New Path
            </Button>
          }
        />
      }
    />
  );
}
