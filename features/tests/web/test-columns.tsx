import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { ScreenTest, TestStatus } from '../contract/screen-tests.ts';
import { failureReason, isTestOk, testName } from './test-rules.ts';
import { parseTestsSearch } from './tests-search.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screen-tests.module.css';

/** A test with its status on this page, which schedules tests before the server knows. */
export interface TestRow extends ScreenTest {
  readonly shownStatus: TestStatus;
}

/** The columns of the tests page. */
export const TEST_COLUMNS: readonly TableColumn<TestRow>[] = [
  {
    id: 'description',
    header: 'Description',
    minWidth: 170,
    grow: 2,
    canHide: false,
    cell: (test) => <ShowTest test={test} />,
    sortValue: testName,
  },
  {
    id: 'screen',
    header: 'Screen',
    minWidth: 76,
    align: 'end',
    cell: (test) => test.screen_sequence,
    sortValue: (test) => test.screen_sequence,
  },
  { id: 'default', header: 'Is default test', minWidth: 122, isNarrow: false, cell: (test) => yesOrNo(test.is_default) },
  { id: 'boolean', header: 'Is boolean', minWidth: 98, isNarrow: false, cell: (test) => yesOrNo(test.is_boolean_test) },
  {
    id: 'last-run',
    header: 'Last run',
    minWidth: 120,
    isNarrow: false,
    cell: (test) => (test.test_result ? <RelativeTime at={test.test_result.timestamp} /> : 'never'),
    sortValue: (test) => test.test_result?.timestamp ?? '',
  },
  {
    id: 'ok',
    header: 'Test ok',
    minWidth: 84,
    cell: (test) => <Verdict ok={isTestOk(test)} />,
    sortValue: (test) => String(isTestOk(test)),
  },
  {
    id: 'reason',
    header: 'Failure reason',
    minWidth: 150,
    grow: 3,
    isNarrow: false,
    cell: (test) => <span title={failureReason(test)}>{failureReason(test)}</span>,
  },
  { id: 'status', header: 'Run status', minWidth: 132, cell: (test) => test.shownStatus, sortValue: (test) => test.shownStatus },
  { id: 'view', header: 'View screen', minWidth: 122, isHeaderQuiet: true, align: 'end', cell: (test) => <ViewScreen test={test} /> },
];

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

function Verdict({ ok }: { ok: boolean | null }) {
  if (ok === null) return <span className={layout.dimmed}>–</span>;
  return ok ? (
    <span className={classes.good}>
      <IconCheck size={15} aria-hidden /> Yes
    </span>
  ) : (
    <span className={classes.bad}>
      <IconX size={15} aria-hidden /> No
    </span>
  );
}

/** Opens the test below the table; the address records it. */
function ShowTest({ test }: { test: ScreenTest }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link
      to="/lesson/$lessonId/tests"
      params={{ lessonId: test.lesson_id }}
      search={(search) => ({ ...parseTestsSearch(search), test: test.id })}
      replace
      className={classes.show ?? ''}
      tabIndex={tabIndex}
      title={testName(test)}
    >
      {testName(test)}
    </Link>
  );
}

/** By the screen's number in the lesson. */
function ViewScreen({ test }: { test: ScreenTest }) {
  const tabIndex = useRowTabIndex();
  return (
    <LinkButton
      size="compact-xs"
      variant="subtle"
      to="/lesson/$lessonId/screen/$screenId"
      params={{ lessonId: test.lesson_id, screenId: String(test.screen_sequence) }}
      tabIndex={tabIndex}
    >
      View screen
    </LinkButton>
  );
}
