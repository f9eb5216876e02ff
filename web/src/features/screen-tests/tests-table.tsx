import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { ScreenTest, TestStatus } from '#contract/screen-tests.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { rowsOfPage } from '#web/ui/data-table/page-size.ts';
import { Paging } from '#web/ui/data-table/paging.tsx';
import { formatSort, parseSort, sortRows } from '#web/ui/data-table/sort.ts';
import { useHiddenColumns } from '#web/ui/data-table/use-hidden-columns.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MESSAGES } from './messages.ts';
import classes from './screen-tests.module.css';
import { TEST_COLUMNS, type TestRow } from './test-columns.tsx';
import { isTestOk } from './test-rules.ts';
import { withoutKey, type TestsSearch } from './tests-search.ts';
import type { TestRunner } from './use-run-tests.ts';

/** B §9. */
const PAGE_SIZE = 10;

interface TestsTableProps {
  tests: readonly ScreenTest[];
  progress: TestRunner['progress'];
  search: TestsSearch;
  onSearch: (search: TestsSearch) => void;
}

/** The tests of a lesson (B §2). Enter on a row shows the test. */
export function TestsTable({ tests, progress, search, onSearch }: TestsTableProps) {
  const hidden = useHiddenColumns(TEST_COLUMNS);
  const sort = parseSort(search.sort, TEST_COLUMNS);
  const rows = useMemo(() => tests.map((test): TestRow => ({ ...test, shownStatus: shownStatus(test, progress) })), [tests, progress]);
  const found = search.failed ? rows.filter((test) => isTestOk(test) === false) : rows;
  const page = search.page ?? 1;
  return (
    <>
      <DataTable
        label="Tests"
        columns={TEST_COLUMNS}
        hidden={hidden}
        rows={rowsOfPage(sortRows(found, TEST_COLUMNS, sort), page, PAGE_SIZE)}
        rowId={(test) => test.id}
        sort={sort}
        onSort={(next) => onSearch(withoutKey({ ...search, sort: formatSort(next) }, 'page'))}
        onOpen={(test) => onSearch({ ...search, test: test.id })}
        isFlowing
        empty={<NoTests isFiltered={tests.length > 0} onClear={() => onSearch(withoutKey(search, 'failed'))} />}
      />
      {found.length > PAGE_SIZE ? (
        <div className={classes.footer}>
          <span role="status">{found.length} tests</span>
          <Paging
            page={page}
            size={PAGE_SIZE}
            hasSizes={false}
            rowCount={found.length}
            onChange={(next) => onSearch(next > 1 ? { ...search, page: next } : withoutKey(search, 'page'))}
          />
        </div>
      ) : null}
    </>
  );
}

function shownStatus(test: ScreenTest, progress: TestRunner['progress']): TestStatus {
  if (progress?.waiting.has(test.id)) return 'Scheduled to run';
  return progress?.running.has(test.id) ? 'Running' : test.status;
}

function NoTests({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState text={MESSAGES.empty} />;
  return (
    <EmptyState
      text={MESSAGES.noMatch}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Show all tests
        </Button>
      }
    />
  );
}
