import type { ReactNode, Ref } from 'react';
import { countText } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { type TableColumn, useHiddenColumns } from './columns.ts';
import { DataTable, type DataTableHandle } from './data-table.tsx';
import { Paging, TableFooter } from './table-footer.tsx';
import { formatSort, parseSort, rowsOfPage, sortRows, type TableSearch } from './table-state.ts';

interface PagedTableProps<R extends object> {
  /** Accessible name. */
  label: string;
  /** Name of a row, for the count below: `dataset`. */
  noun: string;
  columns: readonly TableColumn<R>[];
  /** All found rows, in any order; the table sorts and pages them. */
  rows: readonly R[];
  rowId: (row: R) => string | number;
  /** Number of rows without filters; missing: same as `rows`. */
  total?: number;
  /** The page's address state; only sort and page are used. */
  search: TableSearch;
  /** Called with the next sort and page; the page keeps the rest of its address. */
  onSearch: (next: TableSearch) => void;
  /** Called for Enter on a row. */
  onOpen?: (row: R) => void;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  ref?: Ref<DataTableHandle>;
}

const PAGE_SIZE = LIMITS.longTablePageSize;

/** A table as high as one page of rows, with row count and paging below. Sort and page are stored in the address. */
export function PagedTable<R extends object>(props: PagedTableProps<R>) {
  const { label, noun, columns, rows, rowId, onSearch, onOpen, empty, ref } = props;
  const { sort: sortText, page = 1 } = props.search;
  const { total = rows.length } = props;
  const hidden = useHiddenColumns(columns);
  const sort = parseSort(sortText, columns);
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        hidden={hidden}
        rows={rowsOfPage(sortRows(rows, columns, sort), page, PAGE_SIZE)}
        rowId={rowId}
        sort={sort}
        onSort={(next) => onSearch({ sort: formatSort(next) })}
        {...(onOpen ? { onOpen } : {})}
        {...(ref ? { ref } : {})}
        isFlowing
        empty={empty}
      />
      <TableFooter count={countText(rows.length, total, noun)}>
        {rows.length > PAGE_SIZE ? (
          <Paging
            page={page}
            size={PAGE_SIZE}
            hasSizes={false}
            rowCount={rows.length}
            onChange={(next) => onSearch({ ...(sort ? { sort: formatSort(sort) } : {}), ...(next > 1 ? { page: next } : {}) })}
          />
        ) : null}
      </TableFooter>
    </>
  );
}
