import type { ReactNode, Ref } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { countText } from '#web/ui/counted.ts';
import type { TableColumn } from './columns.ts';
import { DataTable, type DataTableHandle } from './data-table.tsx';
import { rowsOfPage } from './page-size.ts';
import { Paging } from './paging.tsx';
import { formatSort, parseSort, sortRows } from './sort.ts';
import { TableFooter } from './table-footer.tsx';
import type { TableSearch } from './table-search.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';

interface PagedTableProps<R extends object> {
  /** What the table is, for screen readers. */
  label: string;
  /** What one row is, for the count below: `dataset`. */
  noun: string;
  columns: readonly TableColumn<R>[];
  /** All rows that were found, in any order; the table sorts them and shows one page. */
  rows: readonly R[];
  rowId: (row: R) => string | number;
  /** How many rows there are without filters; absent: as many as `rows`. */
  total?: number;
  /** The state of the page in its address, of which this reads sort and page. */
  search: TableSearch;
  /** The next sort and page, and nothing else: what else stands in the address is the page's own to keep. */
  onSearch: (next: TableSearch) => void;
  /** Enter on a row. */
  onOpen?: (row: R) => void;
  /** Stands in the place of the rows when there are none. */
  empty?: ReactNode;
  /** Rows on a page; the default is the 10 of B §9. */
  pageSize?: number;
  ref?: Ref<DataTableHandle>;
}

/** A table as high as one page of its rows, with their count and the way through the pages below. Its sort and page are in the address. */
export function PagedTable<R extends object>(props: PagedTableProps<R>) {
  const { label, noun, columns, rows, rowId, onSearch, onOpen, empty, ref } = props;
  const { sort: sortText, page = 1 } = props.search;
  const { total = rows.length, pageSize = LIMITS.longTablePageSize } = props;
  const hidden = useHiddenColumns(columns);
  const sort = parseSort(sortText, columns);
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        hidden={hidden}
        rows={rowsOfPage(sortRows(rows, columns, sort), page, pageSize)}
        rowId={rowId}
        sort={sort}
        onSort={(next) => onSearch({ sort: formatSort(next) })}
        {...(onOpen ? { onOpen } : {})}
        {...(ref ? { ref } : {})}
        isFlowing
        empty={empty}
      />
      <TableFooter count={countText(rows.length, total, noun)}>
        {rows.length > pageSize ? (
          <Paging
            page={page}
            size={pageSize}
            hasSizes={false}
            rowCount={rows.length}
            onChange={(next) => onSearch({ ...(sort ? { sort: formatSort(sort) } : {}), ...(next > 1 ? { page: next } : {}) })}
          />
        ) : null}
      </TableFooter>
    </>
  );
}
