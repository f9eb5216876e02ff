import { IconChevronDown, IconStarFilled } from '@tabler/icons-react';
import { use } from 'react';
import { ChangedMark } from '#features/history/web/changed-mark.tsx';
import { LESSON_TYPES } from '#features/lessons/contract/lesson-labels.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { StatusBadge } from '#features/lessons/web/status-badge.tsx';
import { STAGES } from '#features/planning/planning.policy.ts';
import { DueDate } from '#features/planning/web/due-date.tsx';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { counted } from '#platform/contract/counted.ts';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { selectColumn } from '#platform/web/ui/data-table/select-column.tsx';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { relativeTime } from '#platform/web/ui/relative-time-text.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import { LessonVersions } from './fold-versions.ts';
import { FewRowActions, RowActions } from './row-actions.tsx';
import { PublishedLessons } from './twins.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './lessons-list.module.css';

export interface LessonColumn extends TableColumn<LessonRow> {
  /** What the search box finds the row by while this column is shown. */
  searchText?: (row: LessonRow) => string;
}

/** A column of plain text, by which one can search and sort. */
function textColumn(
  column: Pick<LessonColumn, 'id' | 'header' | 'minWidth' | 'grow' | 'isNarrow'>,
  text: (row: LessonRow) => string,
): LessonColumn {
  return {
    ...column,
    cell: (row) => (
      <span title={text(row)}>
        <Highlighted text={text(row)} />
      </span>
    ),
    sortValue: text,
    searchText: text,
  };
}

function personColumn(id: 'owner' | 'reviewer', header: string, nameOf: (email: string) => string): LessonColumn {
  return textColumn({ id, header, minWidth: 96, grow: 0.8, isNarrow: false }, (row) => (row[id] === null ? '' : nameOf(row[id])));
}

/** The columns of the lessons list, in their order. `nameOf`: the name of the person with an email address. */
export const lessonListColumns = (nameOf: (email: string) => string): readonly LessonColumn[] => [
  {
    ...selectColumn<LessonRow>({ id: ({ id }) => id, label: selectLabel, noun: 'lesson' }),
    isNarrow: false,
  },
  {
    id: 'latest',
    header: 'Latest',
    minWidth: 44,
    isHeaderQuiet: true,
    isNarrow: false,
    cell: (row) => (row.is_latest ? <IconStarFilled size={13} className={layout.dimmed} role="img" aria-label="Latest version" /> : null),
    sortValue: (row) => (row.is_latest ? 0 : 1),
  },
  {
    id: 'number',
    header: 'Number',
    minWidth: 76,
    align: 'end',
    canHide: false,
    cell: (row) => (
      <span className={classes.number}>
        <Highlighted text={String(row.sequence)} />
      </span>
    ),
    sortValue: (row) => row.sequence,
    searchText: (row) => String(row.sequence),
  },
  textColumn({ id: 'type', header: 'Type', minWidth: 120, isNarrow: false }, (row) => LESSON_TYPES[row.type]),
  {
    id: 'title',
    header: 'Title',
    minWidth: 92,
    grow: 3,
    canHide: false,
    cell: (row) => <TitleLink row={row} />,
    sortValue: (row) => row.title,
    searchText: (row) => row.title,
  },
  textColumn({ id: 'author', header: 'Author', minWidth: 110, grow: 1, isNarrow: false }, (row) => row.author),
  personColumn('owner', 'Owner', nameOf),
  personColumn('reviewer', 'Reviewer', nameOf),
  {
    id: 'due',
    header: 'Due',
    minWidth: 96,
    isNarrow: false,
    cell: (row) => <DueDate work={row} />,
    // Those without a date come last.
    sortValue: (row) => row.due ?? '9999',
  },
  textColumn({ id: 'stage', header: 'Stage', minWidth: 84, isNarrow: false }, (row) => (row.stage === null ? '' : STAGES[row.stage])),
  textColumn({ id: 'release', header: 'Release', minWidth: 120, grow: 1.4, isNarrow: false }, (row) => row.release_name),
  {
    id: 'updated',
    header: 'Updated',
    minWidth: 104,
    isNarrow: false,
    cell: (row) => (
      <span>
        <RelativeTime at={row.last_updated} isSought />
      </span>
    ),
    sortValue: (row) => row.last_updated,
    // As it is shown: the search looks at the visible columns.
    searchText: (row) => relativeTime(new Date(row.last_updated), new Date()),
  },
  {
    id: 'status',
    header: 'Status',
    minWidth: 118,
    grow: 1,
    cell: (row) => <StatusBadge status={lessonStatus(row)} />,
    sortValue: lessonStatus,
    searchText: lessonStatus,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 130,
    canHide: false,
    isHeaderQuiet: true,
    isNarrow: false,
    cell: (row) => <RowActions row={row} />,
  },
  {
    id: 'few-actions',
    header: 'Actions',
    minWidth: 74,
    canHide: false,
    isHeaderQuiet: true,
    isNarrow: 'only',
    cell: (row) => <FewRowActions row={row} />,
  },
];

/** The versions of a number are one thing: its draft leads to the published twin, and the others unfold below it. */
function TitleLink({ row }: { row: LessonRow }) {
  const tabIndex = useRowTabIndex();
  const twin = use(PublishedLessons).get(row.sequence);
  const isUnfolded = use(LessonVersions).unfolded.has(row.id);
  return (
    <span className={classes.titleCell} data-unfolded={isUnfolded || undefined}>
      <RowLink href={`/lesson/${row.id}`} tabIndex={tabIndex} className={classes.title} title={row.title}>
        <bdi>{row.title === '' ? `Lesson ${row.sequence}` : <Highlighted text={row.title} />}</bdi>
      </RowLink>
      {row.is_main || twin === undefined || isUnfolded ? null : (
        <RowLink
          href={`/lesson/${twin}`}
          tabIndex={tabIndex}
          className={classes.chip}
          aria-label={`Published version of lesson ${row.sequence}`}
          title="Open the published version"
        >
          Published
        </RowLink>
      )}
      <ChangedMark lessonId={row.id} />
      <VersionsToggle row={row} />
    </span>
  );
}

/** Unfolds the other versions of a number below its row, for what can be done with each of them. */
function VersionsToggle({ row }: { row: LessonRow }) {
  const tabIndex = useRowTabIndex();
  const { others, opened, toggle } = use(LessonVersions);
  const count = others.get(row.id)?.length ?? 0;
  if (count === 0) return null;
  const isOpen = opened.has(row.sequence);
  return (
    <button
      type="button"
      className={classes.versions}
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      aria-label={`${counted(count, 'other version')} of lesson ${row.sequence}`}
      title={isOpen ? 'Hide the other versions' : `Show ${counted(count, 'other version')}`}
      onClick={() => toggle(row.sequence)}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      +{count}
      <IconChevronDown size={13} aria-hidden />
    </button>
  );
}

function selectLabel({ sequence, release_name }: LessonRow): string {
  return `Select lesson ${sequence} (${release_name})`;
}
