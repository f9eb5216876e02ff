import { Button } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { countText } from '#platform/contract/counted.ts';
import { useHiddenColumns } from '#platform/web/ui/data-table/columns.ts';
import { DataTable, type DataTableHandle } from '#platform/web/ui/data-table/data-table.tsx';
import { SelectedRows, useSelection } from '#platform/web/ui/data-table/selection.ts';
import { TableFooter } from '#platform/web/ui/data-table/table-footer.tsx';
import { type Sort, sortRows } from '#platform/web/ui/data-table/table-state.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { SoughtWords } from '#platform/web/ui/highlight.tsx';
import { searchWords } from '#platform/web/ui/matches.ts';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import { useSearchQuery } from '#platform/web/ui/use-search-query.ts';
import type { TrashItem } from '../contract.ts';
import { filterTrash } from './filter-trash.ts';
import { MESSAGES } from './messages.ts';
import { RestoreBar } from './restore-bar.tsx';
import { TRASH_COLUMNS, TrashActionsContext, trashKey, type TrashActions } from './trash-columns.tsx';
import type { TrashSearch } from './trash-search.ts';
import layout from '#platform/web/ui/layout.module.css';

interface TrashTableProps {
  items: readonly TrashItem[];
  isExternal: boolean;
  actions: TrashActions;
  search: TrashSearch;
  onSearch: (search: TrashSearch) => void;
}

/** Deleted items, newest first, with search. */
export function TrashTable({ items, isExternal, actions, search, onSearch }: TrashTableProps) {
  const table = useRef<DataTableHandle>(null);
  const [query, setQuery] = useSearchQuery(search.q ?? '', (q) => onSearch(q === '' ? {} : { q }));
  const [sort, setSort] = useState<Sort>({ column: 'deleted', isDescending: true });
  const hidden = useHiddenColumns(TRASH_COLUMNS);
  const sought = useDeferredValue(query);
  const words = useMemo(() => searchWords(sought), [sought]);
  const rows = useMemo(() => sortRows(filterTrash(items, words), TRASH_COLUMNS, sort), [items, words, sort]);
  const keys = useMemo(() => rows.map(trashKey), [rows]);
  const selection = useSelection(keys, keys);
  // What was restored is no longer there.
  const selected = items.filter((item) => selection.ids.has(trashKey(item)));
  return (
    <>
      {items.length === 0 ? null : (
        <div className={layout.toolbar} role="search">
          <SearchBox
            label="Search the trash"
            className={layout.searchField}
            query={query}
            onQuery={setQuery}
            onLeaveDown={() => table.current?.focusRow(0)}
          />
          <span className={layout.note}>{MESSAGES.kept}</span>
        </div>
      )}
      <TrashActionsContext value={actions}>
        <SoughtWords value={words}>
          <SelectedRows value={selection}>
            <DataTable
              ref={table}
              label="Trash"
              columns={TRASH_COLUMNS}
              hidden={hidden}
              rows={rows}
              rowId={trashKey}
              sort={sort}
              onSort={setSort}
              onSelect={(item, isRange) => selection.toggle(trashKey(item), isRange)}
              empty={<EmptyTrash isFiltered={items.length > 0} isExternal={isExternal} onClear={() => setQuery('')} />}
            />
          </SelectedRows>
        </SoughtWords>
      </TrashActionsContext>
      {selected.length === 0 ? null : <RestoreBar items={selected} onClear={selection.clear} />}
      <TableFooter count={countText(rows.length, items.length, 'item')} />
    </>
  );
}

function EmptyTrash({ isFiltered, isExternal, onClear }: { isFiltered: boolean; isExternal: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState text={isExternal ? MESSAGES.emptyExternal : MESSAGES.empty} />;
  return (
    <EmptyState
      text={MESSAGES.noMatch}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
