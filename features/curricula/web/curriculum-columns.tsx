import { ActionIcon, Badge } from '@mantine/core';
import { IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { SKILL_LEVELS } from '#features/lessons/contract/lessons.ts';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { hoursText } from '#platform/web/ui/hours-text.ts';
import { LinkIcon } from '#platform/web/ui/links.tsx';
import type { CourseSummary } from '../contract/courses.ts';
import type { CurriculumSummary } from '../contract/curricula.ts';
import type { PathSummary } from '../contract/paths.ts';
import { PATH_TYPES } from './field-labels.ts';
import { COURSES, type CurriculumKind, PATHS } from './kinds.ts';
import named from '#platform/web/ui/controls.module.css';

/** What the page of the list does with a row. `copy` null: not available to this user. */
export const RowActionsContext = createContext<{ copy: ((row: CurriculumSummary) => void) | null }>({ copy: null });

const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

/** The columns that both lists have, by id. */
function commonColumns(kind: CurriculumKind) {
  return {
    number: {
      id: 'number',
      header: 'Number',
      minWidth: 84,
      align: 'end',
      canHide: false,
      cell: ({ sequence }) => <Highlighted text={String(sequence)} />,
      sortValue: ({ sequence }) => sequence,
    },
    name: {
      id: 'name',
      header: 'Name',
      minWidth: 150,
      grow: 3,
      canHide: false,
      cell: (row) => <NameCell kind={kind} row={row} />,
      sortValue: ({ name }) => name,
    },
    release: {
      id: 'release',
      header: 'Release',
      minWidth: 130,
      grow: 1.4,
      isNarrow: false,
      cell: ({ release_name }) => (
        <span title={release_name}>
          <Highlighted text={release_name} />
        </span>
      ),
      sortValue: ({ release_name }) => release_name,
    },
    level: {
      id: 'level',
      header: 'Level',
      minWidth: 110,
      isNarrow: false,
      cell: ({ skill_level }) => (skill_level === null ? '–' : SKILL_LEVELS[skill_level]),
      sortValue: ({ skill_level }) => skill_level ?? -1,
    },
    time: {
      id: 'time',
      header: 'Time estimate',
      minWidth: 122,
      align: 'end',
      isNarrow: false,
      cell: ({ duration }) => hoursText(duration),
      sortValue: ({ duration }) => duration ?? -1,
    },
    actions: {
      id: 'actions',
      header: 'Actions',
      minWidth: 84,
      canHide: false,
      isHeaderQuiet: true,
      cell: (row) => <Actions kind={kind} row={row} />,
    },
  } satisfies Record<string, TableColumn<CurriculumSummary>>;
}

/** A column of counts. */
function countColumn<R>(id: string, header: string, minWidth: number, count: (row: R) => number): TableColumn<R> {
  const cell = (row: R) => count(row).toLocaleString('en');
  return { id, header, minWidth, align: 'end', isNarrow: false, cell, sortValue: count };
}

const ofCourse = commonColumns(COURSES);

/** The columns of the courses, in their order. */
export const COURSE_COLUMNS: readonly TableColumn<CourseSummary>[] = [
  ofCourse.number,
  ofCourse.name,
  ofCourse.release,
  ofCourse.level,
  countColumn('lessons', 'Lessons', 84, ({ num_lessons }) => num_lessons),
  countColumn('projects', 'Projects', 86, ({ num_projects }) => num_projects),
  ofCourse.time,
  {
    id: 'deprecated',
    header: 'Deprecated',
    minWidth: 104,
    isNarrow: false,
    cell: ({ deprecated }) => (deprecated ? <Badge color="changed">Yes</Badge> : 'No'),
    sortValue: ({ deprecated }) => (deprecated ? 0 : 1),
  },
  ofCourse.actions,
];

const ofPath = commonColumns(PATHS);

/** The columns of the paths, in their order. */
export const PATH_COLUMNS: readonly TableColumn<PathSummary>[] = [
  ofPath.number,
  {
    id: 'type',
    header: 'Type',
    minWidth: 104,
    isNarrow: false,
    cell: ({ type }) => <Highlighted text={PATH_TYPES[type]} />,
    sortValue: ({ type }) => PATH_TYPES[type],
  },
  ofPath.name,
  { ...ofPath.release, minWidth: 110 },
  {
    id: 'version',
    header: 'Version',
    minWidth: 84,
    align: 'end',
    isNarrow: false,
    cell: ({ version }) => version ?? '–',
    sortValue: ({ version }) => version ?? -1,
  },
  {
    id: 'default',
    header: 'Default version',
    minWidth: 126,
    isNarrow: false,
    cell: ({ hidden }) => yesNo(!hidden),
    sortValue: ({ hidden }) => (hidden ? 1 : 0),
  },
  ofPath.level,
  countColumn('courses', 'Courses', 86, ({ num_courses }) => num_courses),
  {
    id: 'main',
    header: 'Is main',
    minWidth: 84,
    isNarrow: false,
    cell: ({ is_main }) => yesNo(is_main),
    sortValue: ({ is_main }) => (is_main ? 0 : 1),
  },
  ofPath.time,
  ofPath.actions,
];

interface CellProps {
  kind: CurriculumKind;
  row: CurriculumSummary;
}

function NameCell({ kind, row }: CellProps) {
  const tabIndex = useRowTabIndex();
  return (
    <Link to={kind.address(row.id)} tabIndex={tabIndex} className={named.name ?? ''} title={row.name}>
      <Highlighted text={row.name === '' ? `${kind.title} ${row.sequence}` : row.name} />
    </Link>
  );
}

function Actions({ kind, row }: CellProps) {
  const { copy } = use(RowActionsContext);
  const tabIndex = useRowTabIndex();
  const verb = copy !== null && !row.is_main ? 'Edit' : 'View';
  const what = `${kind.noun} ${row.sequence} of ${row.release_name}`;
  return (
    <>
      <LinkIcon to={kind.address(row.id)} tabIndex={tabIndex} aria-label={`${verb} ${what}`} title={verb}>
        {verb === 'Edit' ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
      </LinkIcon>
      {copy ? (
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={`Copy ${what} to another release`}
          title="Copy to another release"
          onClick={() => copy(row)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}
