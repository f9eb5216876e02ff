import { Link } from '@tanstack/react-router';
import { SKILL_LEVELS } from '#features/lessons/contract/lessons.ts';
import { hoursText } from '#platform/web/ui/hours-text.ts';
import type { OrderedColumn } from '#platform/web/ui/ordered-list/ordered-table.tsx';
import type { StepCourse } from '../contract/paths.ts';
import { NOT_IN_RELEASE } from './messages.ts';
import named from '#platform/web/ui/controls.module.css';
import classes from './curricula.module.css';

/** The name of a course, or its number where it has none. */
export function courseName({ sequence, name }: Pick<StepCourse, 'sequence' | 'name'>): string {
  return name.trim() === '' ? `Course ${sequence}` : name;
}

/** A dash for a number that stands for no course. */
function whenFound(show: (course: StepCourse) => string): (course: StepCourse) => string {
  return (course) => (course.id === null ? '–' : show(course));
}

/** The columns of the Courses table under a step. */
export const STEP_COURSE_COLUMNS: readonly OrderedColumn<StepCourse>[] = [
  { id: 'title', header: 'Course Title', grow: 4, cell: (course) => <TitleCell course={course} /> },
  { id: 'release', header: 'Release', grow: 1, isNarrow: false, cell: whenFound(({ release_name }) => release_name) },
  {
    id: 'level',
    header: 'Level',
    isNarrow: false,
    cell: whenFound(({ skill_level }) => (skill_level === null ? '–' : SKILL_LEVELS[skill_level])),
  },
  { id: 'lessons', header: 'Lessons', align: 'end', isNarrow: false, cell: whenFound(({ num_lessons }) => String(num_lessons)) },
  { id: 'projects', header: 'Projects', align: 'end', isNarrow: false, cell: whenFound(({ num_projects }) => String(num_projects)) },
  { id: 'time', header: 'Time Estimate', align: 'end', isNarrow: false, cell: whenFound(({ duration }) => hoursText(duration)) },
  { id: 'deprecated', header: 'Deprecated', isNarrow: false, cell: whenFound(({ deprecated }) => (deprecated ? 'Yes' : 'No')) },
];

function TitleCell({ course }: { course: StepCourse }) {
  if (course.id === null)
    return (
      <span className={classes.missing} title={NOT_IN_RELEASE}>
        Course {course.sequence} not found
      </span>
    );
  return (
    <Link to="/course/$courseId" params={{ courseId: course.id }} className={named.name ?? ''} title={course.name} draggable={false}>
      {courseName(course)}
    </Link>
  );
}
