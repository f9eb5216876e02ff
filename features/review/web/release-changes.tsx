import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { curriculumName } from '../changed-curriculum.policy.ts';
import type { ChangedLesson, ReleaseChanges } from '../contract/pull-requests.ts';
import { curriculumPlace } from '../curriculum-place.policy.ts';
import { warningTexts } from '../lesson-warnings.policy.ts';
import { changedLessonName } from '../rules/lesson-name.ts';
import { hasRest } from '../rules/send-plan.ts';
import { changeText } from './change-text.ts';
import { MESSAGES } from './messages.ts';
import { useFirstLessons } from './use-first-lessons.tsx';
import classes from './pull-requests.module.css';

const CHANGES = { added: 'New', changed: 'Changed', deleted: 'Deleted' } as const;
/** More lessons that aren't included are only counted. */
const SAME_MAX = 10;

type Content = Pick<ReleaseChanges, 'lessons' | 'curricula' | 'other_files'>;

/** Ticks beside what is listed. */
interface TickBoxes {
  isTicked: (lessonId: number) => boolean;
  onTick: (lessonId: number, isOn: boolean) => void;
  /** Courses, paths, deleted lessons and other files go together, with the whole release. */
  isRestTicked: boolean;
  onTickRest: (isOn: boolean) => void;
}

/** Everything that a review includes or a merge publishes, with warnings: the first twenty, and the others on demand. */
export function IncludedChanges({ changes, boxes = null }: { changes: Content; boxes?: TickBoxes | null }) {
  const { lessons, curricula, other_files } = changes;
  const { shown, filter, more } = useFirstLessons(lessons);
  return (
    <>
      {filter}
      <ul className={classes.included}>
        {shown.map((lesson) => (
          <LessonItem key={lesson.folder} lesson={lesson} boxes={boxes} />
        ))}
        {more}
        {boxes && hasRest(changes) ? (
          <li>
            <Checkbox
              size="sm"
              label={MESSAGES.rest}
              description={MESSAGES.restHint}
              checked={boxes.isRestTicked}
              onChange={(event) => boxes.onTickRest(event.currentTarget.checked)}
            />
          </li>
        ) : null}
        {curricula.map((curriculum) => (
          <Item
            key={curriculumPlace(curriculum)}
            name={curriculumName(curriculum)}
            warning={<Warnings texts={curriculum.problems.map(({ text }) => text)} />}
          >
            {CHANGES[curriculum.change]}
          </Item>
        ))}
        {other_files > 0 ? <Item name={counted(other_files, 'other file')}>Outside of lessons, courses and paths</Item> : null}
      </ul>
    </>
  );
}

function LessonItem({ lesson, boxes }: { lesson: ChangedLesson; boxes: TickBoxes | null }) {
  const { lesson_id: id } = lesson;
  const name = changedLessonName(lesson);
  const text = changeText(lesson) || 'Generated files';
  const warnings = lesson.warnings ? warningTexts(lesson.warnings) : [];
  const warning = warnings.length > 0 ? <Warnings texts={warnings} /> : null;
  if (!boxes || id === null)
    return (
      <Item name={name} warning={warning}>
        {text}
      </Item>
    );
  return (
    <li>
      <Checkbox
        size="sm"
        label={name}
        description={
          <>
            {text}
            {warning ? <> · {warning}</> : null}
          </>
        }
        checked={boxes.isTicked(id)}
        onChange={(event) => boxes.onTick(id, event.currentTarget.checked)}
      />
    </li>
  );
}

function Warnings({ texts }: { texts: readonly string[] }) {
  return texts.length === 0 ? null : <span className={classes.warnings}>{texts.join(' · ')}</span>;
}

function Item({ name, warning = null, children }: { name: string; warning?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className={classes.lessonTitle}>{name}</span>
      <span className={classes.lessonChange}>{children}</span>
      {warning}
    </li>
  );
}

/** Whether there is anything to review. */
export function hasChanges({ lessons, curricula, other_files }: Content): boolean {
  return lessons.length + curricula.length + other_files > 0;
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
              Unchanged here
            </Item>
          ))}
          {rest > 0 ? <Item name={`${rest} more`}>Unchanged here</Item> : null}
        </ul>
      ) : null}
    </section>
  );
}
