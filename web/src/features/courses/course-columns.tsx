import { ActionIcon, Badge } from '@mantine/core';
import { IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { CourseSummary } from '#contract/courses.ts';
import { SKILL_LEVELS } from '#contract/lessons.ts';
import type { TableColumn } from '#web/ui/data-table/columns.ts';
import { useRowTabIndex } from '#web/ui/data-table/row-focus.ts';
import { Highlighted } from '#web/ui/highlight.tsx';
import { hoursText } from '#web/ui/hours-text.ts';
import { LinkIcon } from '#web/ui/links.tsx';
import { CourseActionsContext } from './course-actions.ts';
import classes from './courses.module.css';

/** What the search box finds a course by. */
export function courseSearchText({ sequence, name, release_name }: CourseSummary): string {
  return `${sequence} ${name} ${release_name}`;
}

/** The columns of B §2 Courses list, in its order. */
export const COURSE_COLUMNS: readonly TableColumn<CourseSummary>[] = [
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
    id: 'name',
    header: 'Name',
    minWidth: 150,
    grow: 3,
    canHide: false,
    cell: (course) => <NameCell course={course} />,
    sortValue: ({ name }) => name,
  },
  {
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
  {
    id: 'level',
    header: 'Level',
    minWidth: 110,
    isNarrow: false,
    cell: ({ skill_level }) => (skill_level === null ? '–' : SKILL_LEVELS[skill_level]),
    sortValue: ({ skill_level }) => skill_level ?? -1,
  },
  {
    id: 'lessons',
    header: 'Lessons',
    minWidth: 84,
    align: 'end',
    isNarrow: false,
    cell: ({ num_lessons }) => num_lessons.toLocaleString('en'),
    sortValue: ({ num_lessons }) => num_lessons,
  },
  {
    id: 'projects',
    header: 'Projects',
    minWidth: 86,
    align: 'end',
    isNarrow: false,
    cell: ({ num_projects }) => num_projects.toLocaleString('en'),
    sortValue: ({ num_projects }) => num_projects,
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
    id: 'deprecated',
    header: 'Deprecated',
    minWidth: 104,
    isNarrow: false,
    cell: ({ deprecated }) => (deprecated ? <Badge color="orange">Yes</Badge> : 'No'),
    sortValue: ({ deprecated }) => (deprecated ? 0 : 1),
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 84,
    canHide: false,
    isHeaderQuiet: true,
    cell: (course) => <Actions course={course} />,
  },
];

function NameCell({ course }: { course: CourseSummary }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link to="/course/$courseId" params={{ courseId: course.id }} tabIndex={tabIndex} className={classes.name ?? ''} title={course.name}>
      <Highlighted text={course.name === '' ? `Course ${course.sequence}` : course.name} />
    </Link>
  );
}

function Actions({ course }: { course: CourseSummary }) {
  const { copy } = use(CourseActionsContext);
  const tabIndex = useRowTabIndex();
  const isEditable = copy !== null && !course.is_main;
  return (
    <>
      <LinkIcon
        to="/course/$courseId"
        params={{ courseId: course.id }}
        tabIndex={tabIndex}
        aria-label={`${isEditable ? 'Edit' : 'View'} course ${course.sequence} of ${course.release_name}`}
        title={isEditable ? 'Edit' : 'View'}
      >
        {isEditable ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
      </LinkIcon>
      {copy ? (
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={`Copy course ${course.sequence} of ${course.release_name} to another release`}
          title="Copy to another release"
          onClick={() => copy(course)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}
