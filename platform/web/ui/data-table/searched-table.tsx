import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef } from 'react';
import { EmptyState } from '../empty-state.tsx';
import { SoughtWords } from '../highlight.tsx';
import { searchWords } from '../matches.ts';
import { SearchBox } from '../search-box.tsx';
import { useSearchQuery } from '../use-search-query.ts';
import type { TableColumn } from './columns.ts';
import type { DataTableHandle } from './data-table.tsx';
import { PagedTable } from './paged-table.tsx';
import type { ListSearch } from './table-state.ts';

interface SearchedTableProps<R extends object> {
  label: string;
  /** Name of a row: `course`. */
  noun: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  rowId: (row: R) => number;
  /** The text of a row that the search box matches. */
  searchText: (row: R) => string;
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  onOpen: (row: R) => void;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
}

/** A paged table with a search box. Search, sort and page are stored in the address. */
export function SearchedTable<R extends object>(props: SearchedTableProps<R>) {
  const { label, noun, columns, rows, rowId, searchText, search, onSearch, onOpen, empty } = props;
  const table = useRef<DataTableHandle>(null);
  const { q: inAddress = '', page: _page, ...others } = search;
  const [query, setQuery] = useSearchQuery(inAddress, (q) => onSearch({ ...others, ...(q === '' ? {} : { q }) }));
  const words = useMemo(() => searchWords(query), [query]);
  const found = useMemo(
    () => rows.filter((row) => words.every((word) => searchText(row).toLowerCase().includes(word))),
    [rows, words, searchText],
  );
  const { sort: _sort, ...kept } = others;
  return (
    <>
      <div role="search" style={{ maxWidth: 420 }}>
        <SearchBox label={`Search ${noun}s`} query={query} onQuery={setQuery} onLeaveDown={() => table.current?.focusRow(0)} />
      </div>
      <SoughtWords value={words}>
        <PagedTable
          ref={table}
          label={label}
          noun={noun}
          columns={columns}
          rows={found}
          total={rows.length}
          rowId={rowId}
          search={search}
          onSearch={(next) => onSearch({ ...kept, ...(query === '' ? {} : { q: query }), ...next })}
          onOpen={onOpen}
          empty={
            rows.length === 0 ? (
              empty
            ) : (
              <EmptyState
                text="No results"
                action={
                  <Button variant="default" size="xs" onClick={() => setQuery('')}>
                    Clear search
                  </Button>
                }
              />
            )
          }
        />
      </SoughtWords>
    </>
  );
}
