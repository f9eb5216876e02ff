import type { ReactNode } from 'react';
import { StatusBadge } from '#features/lessons/web/status-badge.tsx';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import type { ReportedLesson } from '../rules/report-csv.ts';
import { findingsText, testsText } from './report-text.ts';
import classes from './library.module.css';

/** A column whose cell leads to where something can be done about it. Worst first when it is sorted downwards. */
function linkColumn(
  column: Pick<TableColumn<ReportedLesson>, 'id' | 'header' | 'minWidth'>,
  path: (lesson: ReportedLesson) => string,
  text: (lesson: ReportedLesson) => string,
  weight: (lesson: ReportedLesson) => number,
): TableColumn<ReportedLesson> {
  return { ...column, cell: (lesson) => <Cell href={path(lesson)}>{text(lesson)}</Cell>, sortValue: weight };
}

function Cell({ href, children }: { href: string; children: ReactNode }) {
  const tabIndex = useRowTabIndex();
  return children === '' ? null : (
    <RowLink href={href} tabIndex={tabIndex} className={classes.link}>
      {children}
    </RowLink>
  );
}

/** The columns of the library report, in their order. */
export const LIBRARY_COLUMNS: readonly TableColumn<ReportedLesson>[] = [
  { id: 'number', header: 'Number', minWidth: 76, align: 'end', cell: ({ sequence }) => sequence, sortValue: ({ sequence }) => sequence },
  {
    id: 'title',
    header: 'Title',
    minWidth: 140,
    grow: 3,
    cell: ({ id, sequence, title }) => (
      <Cell href={`/lesson/${id}`}>{title === '' ? `Lesson ${sequence}` : <Highlighted text={title} />}</Cell>
    ),
    sortValue: ({ title }) => title,
  },
  {
    id: 'status',
    header: 'Status',
    minWidth: 118,
    isNarrow: false,
    cell: (lesson) => <StatusBadge status={lessonStatus(lesson)} />,
    sortValue: lessonStatus,
  },
  linkColumn(
    { id: 'findings', header: 'Findings', minWidth: 130 },
    ({ id }) => `/lesson/${id}/preflight`,
    ({ findings }) => findingsText(findings),
    ({ findings }) => (findings?.is_checked ? findings.errors * 1_000 + findings.warnings : -1),
  ),
  linkColumn(
    { id: 'tests', header: 'Tests', minWidth: 130 },
    ({ id }) => `/lesson/${id}/tests`,
    ({ report }) => testsText(report),
    ({ report }) => report.failing * 1_000 + report.not_run,
  ),
  linkColumn(
    { id: 'checks', header: 'Doubted checks', minWidth: 112 },
    ({ id }) => `/lesson/${id}/checks`,
    ({ report }) => (report.doubted === 0 ? '' : String(report.doubted)),
    ({ report }) => report.doubted,
  ),
  linkColumn(
    { id: 'comments', header: 'Open comments', minWidth: 112 },
    ({ id }) => `/lesson/${id}/comments`,
    ({ report }) => (report.open_comments === 0 ? '' : String(report.open_comments)),
    ({ report }) => report.open_comments,
  ),
  {
    id: 'updated',
    header: 'Updated',
    minWidth: 104,
    isNarrow: false,
    cell: ({ last_updated }) => <RelativeTime at={last_updated} />,
    sortValue: ({ last_updated }) => last_updated,
  },
  {
    id: 'packages',
    header: 'Packages built',
    minWidth: 112,
    isNarrow: false,
    cell: ({ report }) => (report.built_at === null ? null : <RelativeTime at={report.built_at} />),
    sortValue: ({ report }) => report.built_at ?? '',
  },
  {
    id: 'courses',
    header: 'Courses',
    minWidth: 84,
    isNarrow: false,
    cell: ({ report }) => report.courses.join(', '),
    sortValue: ({ report }) => report.courses.length,
  },
];

export function searchText({ sequence, title, author, release_name }: ReportedLesson): string {
  return `${sequence} ${title} ${author} ${release_name}`;
}
