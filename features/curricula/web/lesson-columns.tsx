import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OrderedColumn } from '#platform/web/ui/ordered-list/ordered-table.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { CourseLesson } from '../contract/courses.ts';
import { NOT_IN_RELEASE } from './messages.ts';
import named from '#platform/web/ui/controls.module.css';
import classes from './curricula.module.css';

/** The title of a lesson, or its number where it has none. */
export function lessonName({ sequence, title }: Pick<CourseLesson, 'sequence' | 'title'>): string {
  return title.trim() === '' ? `Lesson ${sequence}` : title;
}

/** The columns of the lesson list. */
export const LESSON_COLUMNS: readonly OrderedColumn<CourseLesson>[] = [
  { id: 'place', header: 'Place', cell: (_lesson, place) => `${place}.`, align: 'end' },
  { id: 'number', header: 'Number', cell: ({ sequence }) => sequence, align: 'end' },
  { id: 'title', header: 'Title', grow: 3, cell: (lesson) => <TitleCell lesson={lesson} /> },
  {
    id: 'description',
    header: 'Description',
    grow: 2,
    isNarrow: false,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    id: 'updated',
    header: 'Last updated',
    isNarrow: false,
    cell: ({ last_updated }) => (last_updated === null ? '–' : <RelativeTime at={last_updated} />),
  },
];

function TitleCell({ lesson }: { lesson: CourseLesson }) {
  if (lesson.id === null)
    return (
      <span className={classes.missing} title={NOT_IN_RELEASE}>
        Lesson {lesson.sequence} not found
      </span>
    );
  return (
    <span className={classes.lesson}>
      <Link to="/lesson/$lessonId" params={{ lessonId: lesson.id }} className={named.name ?? ''} title={lesson.title} draggable={false}>
        {lessonName(lesson)}
      </Link>
      {lesson.is_project ? (
        <Badge color="draft" className={classes.badge ?? ''}>
          Project
        </Badge>
      ) : null}
    </span>
  );
}
