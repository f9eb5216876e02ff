import { ActionIcon } from '@mantine/core';
import { IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { SKILL_LEVELS } from '#contract/lessons.ts';
import type { PathSummary } from '#contract/paths.ts';
import type { TableColumn } from '#web/ui/data-table/columns.ts';
import { useRowTabIndex } from '#web/ui/data-table/row-focus.ts';
import { Highlighted } from '#web/ui/highlight.tsx';
import { hoursText } from '#web/ui/hours-text.ts';
import { LinkIcon } from '#web/ui/links.tsx';
import { PATH_TYPES } from './field-labels.ts';
import { PathActionsContext } from './path-actions.ts';
import classes from './paths.module.css';

/** What the search box finds a path by. */
export function pathSearchText({ sequence, name, release_name, type }: PathSummary): string {
  return `${sequence} ${name} ${release_name} ${PATH_TYPES[type]}`;
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

/** The columns of B §2 Paths list, in its order. */
export const PATH_COLUMNS: readonly TableColumn<PathSummary>[] = [
  {
    id: 'number',
    header: 'Number',
    minWidth: 84,
    align: 'end',
    canHide: false,
    cell: ({ sequence }) => <Highlighted text={String(sequence)} />,
    sortValue: ({ sequence }) => sequence,
  },
  {
    id: 'type',
    header: 'Type',
    minWidth: 104,
    isNarrow: false,
    cell: ({ type }) => <Highlighted text={PATH_TYPES[type]} />,
    sortValue: ({ type }) => PATH_TYPES[type],
  },
  {
    id: 'name',
    header: 'Name',
    minWidth: 150,
    grow: 3,
    canHide: false,
    cell: (path) => <NameCell path={path} />,
    sortValue: ({ name }) => name,
  },
  {
    id: 'release',
    header: 'Release',
    minWidth: 110,
    grow: 1.4,
    isNarrow: false,
    cell: ({ release_name }) => (
      <span title={release_name}>
        <Highlighted text={release_name} />
      </span>
    ),
    sortValue: ({ release_name }) => release_name,
  },
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
  {
    id: 'level',
    header: 'Level',
    minWidth: 110,
    isNarrow: false,
    cell: ({ skill_level }) => (skill_level === null ? '–' : SKILL_LEVELS[skill_level]),
    sortValue: ({ skill_level }) => skill_level ?? -1,
  },
  {
    id: 'courses',
    header: 'Courses',
    minWidth: 86,
    align: 'end',
    isNarrow: false,
    cell: ({ num_courses }) => num_courses.toLocaleString('en'),
    sortValue: ({ num_courses }) => num_courses,
  },
  {
    id: 'main',
    header: 'Is main',
    minWidth: 84,
    isNarrow: false,
    cell: ({ is_main }) => yesNo(is_main),
    sortValue: ({ is_main }) => (is_main ? 0 : 1),
  },
  {
    id: 'time',
    header: 'Time estimate',
    minWidth: 122,
    align: 'end',
    isNarrow: false,
    cell: ({ duration }) => hoursText(duration),
    sortValue: ({ duration }) => duration ?? -1,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 84,
    canHide: false,
    isHeaderQuiet: true,
    cell: (path) => <Actions path={path} />,
  },
];

function NameCell({ path }: { path: PathSummary }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link to="/track/$trackId" params={{ trackId: path.id }} tabIndex={tabIndex} className={classes.name ?? ''} title={path.name}>
      <Highlighted text={path.name === '' ? `Path ${path.sequence}` : path.name} />
    </Link>
  );
}

function Actions({ path }: { path: PathSummary }) {
  const { copy } = use(PathActionsContext);
  const tabIndex = useRowTabIndex();
  return (
    <>
      <LinkIcon
        to="/track/$trackId"
        params={{ trackId: path.id }}
        tabIndex={tabIndex}
        aria-label={`${path.is_main ? 'View' : 'Edit'} path ${path.sequence} of ${path.release_name}`}
        title={path.is_main ? 'View' : 'Edit'}
      >
        {path.is_main ? <IconEye size={16} aria-hidden /> : <IconPencil size={16} aria-hidden />}
      </LinkIcon>
      <ActionIcon
        tabIndex={tabIndex}
        aria-label={`Copy path ${path.sequence} of ${path.release_name} to another release`}
        title="Copy to another release"
        onClick={() => copy(path)}
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
