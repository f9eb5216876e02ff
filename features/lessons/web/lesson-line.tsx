import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { LESSON_TYPES } from '../contract/lesson-labels.ts';
import type { LessonRow } from '../contract/lessons.ts';
import { MESSAGES } from './messages.ts';
import { StatusBadge } from './status-badge.tsx';
import classes from './lesson-line.module.css';

/** A lesson in one line, as a row of another table: number, title, type, status, and whether it is wholly imported. `children` follow. */
export function LessonLine({ lesson, children }: { lesson: LessonRow; children?: ReactNode }) {
  const title = lesson.title === '' ? `Lesson ${lesson.sequence}` : lesson.title;
  return (
    <span className={classes.line}>
      <span className={classes.number}>{lesson.sequence}</span>
      <Link
        to="/lesson/$lessonId"
        params={{ lessonId: lesson.id }}
        preload={false}
        tabIndex={useRowTabIndex()}
        className={classes.title ?? ''}
        title={title}
      >
        {title}
      </Link>
      <span className={classes.type}>{LESSON_TYPES[lesson.type]}</span>
      <span className={classes.badges}>
        <StatusBadge status={lessonStatus(lesson)} />
        {lesson.is_shallow_import ? (
          <Badge color="draft" variant="outline" title={MESSAGES.shallow}>
            shallow
          </Badge>
        ) : null}
        {children}
      </span>
    </span>
  );
}
