import { Badge } from '@mantine/core';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { RehearsedLesson } from '../contract.ts';
import { OUTCOME_LABELS } from './rehearsal-rules.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './rehearsals.module.css';

/** How each lesson came out, with the versions that change. */
export function RehearsedLessons({ lessons }: { lessons: readonly RehearsedLesson[] }) {
  return (
    <section className={classes.group} aria-label="Lessons">
      <h2>Lessons</h2>
      <ul className={layout.plainList}>
        {lessons.map(({ lesson_id: lessonId, sequence, title, outcome, changes }) => {
          const { label, color } = OUTCOME_LABELS[outcome];
          return (
            <li key={lessonId} className={classes.lesson}>
              <TextLink size="sm" to="/lesson/$lessonId" params={{ lessonId }}>
                {sequence} {title || 'Untitled'}
              </TextLink>
              <Badge color={color}>{label}</Badge>
              <span className={layout.note}>{changes.join(', ')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
