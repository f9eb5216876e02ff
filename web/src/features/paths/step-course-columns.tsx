import { Link } from '@tanstack/react-router';
import { SKILL_LEVELS } from '#contract/lessons.ts';
import type { StepCourse } from '#contract/paths.ts';
import { hoursText } from '#web/ui/hours-text.ts';
import type { OrderedColumn } from '#web/ui/ordered-list/ordered-table.tsx';
import { MESSAGES } from './messages.ts';
import classes from './paths.module.css';

/** What people know a course of a step by. */
export function courseName({ sequence, name }: Pick<StepCourse, 'sequence' | 'name'>): string {
  return name.trim() === '' ? `Course ${sequence}` : name;
}

/** What is known of a course that is here; a dash where it is not. */
function whenHere(show: (course: StepCourse) => string): (course: StepCourse) => string {
  return (course) => (course.id === null ? '–' : show(course));
}

/** The columns of the Courses table under a step (B §2). */
export const STEP_COURSE_COLUMNS: readonly OrderedColumn<StepCourse>[] = [
  { id: 'title', header: 'Course Title', grow: 4, cell: (course) => <TitleCell course={course} /> },
  { id: 'release', header: 'Release', grow: 1, isNarrow: false, cell: whenHere(({ release_name }) => release_name) },
  {
    id: 'level',
    header: 'Level',
    isNarrow: false,
    cell: whenHere(({ skill_level }) => (skill_level === null ? '–' : SKILL_LEVELS[skill_level])),
  },
  { id: 'lessons', header: 'Lessons', align: 'end', isNarrow: false, cell: whenHere(({ num_lessons }) => String(num_lessons)) },
  { id: 'projects', header: 'Projects', align: 'end', isNarrow: false, cell: whenHere(({ num_projects }) => String(num_projects)) },
  { id: 'time', header: 'Time Estimate', align: 'end', isNarrow: false, cell: whenHere(({ duration }) => hoursText(duration)) },
  { id: 'deprecated', header: 'Deprecated', isNarrow: false, cell: whenHere(({ deprecated }) => (deprecated ? 'Yes' : 'No')) },
];

function TitleCell({ course }: { course: StepCourse }) {
  if (course.id === null)
    return (
      <span className={classes.missing} title={MESSAGES.missingCourse}>
        Course {course.sequence} is not here
      </span>
    );
  return (
    <Link to="/course/$courseId" params={{ courseId: course.id }} className={classes.name ?? ''} title={course.name} draggable={false}>
      {courseName(course)}
    </Link>
  );
}
