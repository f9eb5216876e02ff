import type { Release } from '#features/releases/contract/releases.ts';
import type { ReleasePageLink } from '#features/releases/web/release-pages.ts';
import type { TableColumn } from '#platform/web/ui/data-table/columns.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { CommitCell, EditCell, ExportCell, ImportCell, NameCell, PageCell, PullRequestCell, TestCell } from './release-cells.tsx';
import type { ReleaseTableRow, ReleaseWork } from './release-rows.ts';
import classes from './releases.module.css';

/** The columns of a release, in order. */
export const releaseColumns = (
  pages: readonly ReleasePageLink[],
  workOf: (release: Release) => ReleaseWork | null,
): readonly TableColumn<Release>[] => [
  {
    id: 'name',
    header: 'Name',
    minWidth: 136,
    grow: 3,
    cell: (release) => <NameCell release={release} />,
    sortValue: (release) => release.name,
  },
  {
    id: 'branch',
    header: 'Branch name',
    minWidth: 150,
    grow: 2,
    isNarrow: false,
    cell: (release) => (
      <span className={classes.branch} title={release.version_major}>
        <Highlighted text={release.version_major} />
      </span>
    ),
    sortValue: (release) => release.version_major,
  },
  {
    id: 'changed',
    header: 'Changed',
    minWidth: 96,
    isNarrow: false,
    cell: (release) => {
      const work = workOf(release);
      return work === null || release.is_main ? null : `${work.changed} of ${work.lessons}`;
    },
    sortValue: (release) => workOf(release)?.changed ?? 0,
  },
  {
    id: 'edited',
    header: 'Last edit',
    minWidth: 104,
    isNarrow: false,
    cell: (release) => {
      const edited = workOf(release)?.edited ?? null;
      return edited === null ? null : <RelativeTime at={edited} />;
    },
    sortValue: (release) => workOf(release)?.edited ?? '',
  },
  { id: 'commit', header: 'Commit', minWidth: 112, isNarrow: false, cell: (release) => <CommitCell release={release} /> },
  {
    id: 'pull',
    header: 'Pull Request',
    minWidth: 150,
    grow: 1.2,
    cell: (release) => <PullRequestCell release={release} />,
    sortValue: (release) => release.pull_request?.status ?? '',
  },
  { id: 'import', header: 'Import', minWidth: 60, cell: (release) => <ImportCell release={release} /> },
  { id: 'export', header: 'Export', minWidth: 68, cell: (release) => <ExportCell release={release} /> },
  { id: 'test', header: 'Test', minWidth: 48, isNarrow: false, cell: (release) => <TestCell release={release} /> },
  ...pages.map((page) => ({
    id: page.to,
    header: page.header,
    minWidth: page.minWidth,
    isNarrow: false,
    cell: (release: Release) => <PageCell release={release} page={page} />,
  })),
  { id: 'edit', header: 'Edit', minWidth: 48, cell: (release) => <EditCell release={release} /> },
];

/** The same columns for all rows of the table; rows that are not releases span them. */
export const rowColumns = (columns: readonly TableColumn<Release>[]): readonly TableColumn<ReleaseTableRow>[] =>
  columns.map(({ cell, sortValue, ...column }) => ({
    ...column,
    cell: (row) => (row.kind === 'release' ? cell(row.release) : null),
    ...(sortValue ? { sortValue: (row: ReleaseTableRow) => (row.kind === 'release' ? sortValue(row.release) : '') } : {}),
  }));
