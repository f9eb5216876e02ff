import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import type { ReleaseChanges } from '../contract.ts';
import { changeText } from './change-text.ts';
import { changedLessonName } from './changed-lessons.tsx';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

const CHANGES = { added: 'New', changed: 'Changed', deleted: 'Deleted' } as const;
const KINDS = { course: 'Course', path: 'Path' } as const;
/** More lessons that aren't included are only counted. */
const SAME_MAX = 10;

/** Everything that a review includes: lessons with their changes, courses, paths and other files. */
export function IncludedChanges({ changes, except = null }: { changes: ReleaseChanges; except?: number | null }) {
  const { lessons, curricula, other_files } = changes;
  const others = lessons.filter(({ lesson_id }) => except === null || lesson_id !== except);
  return (
    <ul className={classes.included}>
      {others.map((lesson) => (
        <Item key={lesson.folder} name={changedLessonName(lesson)}>
          {changeText(lesson) || 'Generated files'}
        </Item>
      ))}
      {curricula.map(({ kind, folder, title, change }) => (
        <Item key={`${kind} ${folder}`} name={`${KINDS[kind]} ${title || folder}`}>
          {CHANGES[change]}
        </Item>
      ))}
      {other_files > 0 ? <Item name={counted(other_files, 'other file')}>Outside of lessons, courses and paths</Item> : null}
    </ul>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes.lessonTitle}>{name}</span>
      <span className={classes.lessonChange}>{children}</span>
    </li>
  );
}

/** Whether there is anything to review. */
export function hasChanges({ lessons, curricula, other_files }: ReleaseChanges): boolean {
  return lessons.length + curricula.length + other_files > 0;
}

/** Whether there is more to review than these lessons. */
export function hasChangesBeside({ lessons, curricula, other_files }: ReleaseChanges, chosen: readonly { readonly id: number }[]): boolean {
  const others = lessons.filter(({ lesson_id }) => !chosen.some(({ id }) => id === lesson_id));
  return others.length + curricula.length + other_files > 0;
}

/** The lessons of the release that stay as they are, and saves that aren't pushed yet. */
export function NotIncluded({ changes: { same, unpushed } }: { changes: ReleaseChanges }) {
  if (same.length === 0 && unpushed === 0) return null;
  const rest = same.length - SAME_MAX;
  return (
    <section aria-label="Not included" className={classes.section}>
      <h2 className={classes.sectionTitle}>Not included</h2>
      {unpushed > 0 ? <Text size="sm">{MESSAGES.unpushed(unpushed)}</Text> : null}
      {same.length > 0 ? (
        <ul className={classes.included}>
          {same.slice(0, SAME_MAX).map(({ lesson_id, sequence, title }) => (
            <Item key={lesson_id} name={`${sequence} ${title}`}>
              Same as main
            </Item>
          ))}
          {rest > 0 ? <Item name={`${rest} more`}>Same as main</Item> : null}
        </ul>
      ) : null}
    </section>
  );
}
