import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { PagedTable } from '#platform/web/ui/data-table/paged-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { ScreenTest, TestStatus } from '../contract/screen-tests.ts';
import { MESSAGES } from './messages.ts';
import { TEST_COLUMNS, type TestRow } from './test-columns.tsx';
import { isTestOk } from './test-rules.ts';
import { withoutKey, type TestsSearch } from './tests-search.ts';
import type { TestRunner } from './use-run-tests.ts';

interface TestsTableProps {
  tests: readonly ScreenTest[];
  progress: TestRunner['progress'];
  search: TestsSearch;
  onSearch: (search: TestsSearch) => void;
}

/** The tests of a lesson. Enter on a row opens the test. */
export function TestsTable({ tests, progress, search, onSearch }: TestsTableProps) {
  const { sort: _sort, page: _page, ...others } = search;
  const rows = useMemo(() => tests.map((test): TestRow => ({ ...test, shownStatus: shownStatus(test, progress) })), [tests, progress]);
  const found = search.failed ? rows.filter((test) => isTestOk(test) === false) : rows;
  return (
    <PagedTable
      label="Tests"
      noun="test"
      columns={TEST_COLUMNS}
      rows={found}
      total={rows.length}
      rowId={(test) => test.id}
      search={search}
      onSearch={(next) => onSearch({ ...others, ...next })}
      onOpen={(test) => onSearch({ ...search, test: test.id })}
      empty={<NoTests isFiltered={tests.length > 0} onClear={() => onSearch(withoutKey(search, 'failed'))} />}
    />
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
