import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { type ChangedCurriculum, curriculumName } from '../changed-curriculum.policy.ts';
import type { PullRequest } from '../contract/pull-requests.ts';
import { curriculumPlace } from '../curriculum-place.policy.ts';
import { MARK_FILTERS, type LessonMarks, type MarkFilter, marksOf, openThreads, passesFilter } from '../rules/lesson-marks.ts';
import { changedLessonName } from '../rules/lesson-name.ts';
import { type DiffPlace, pathOf, pullCommentsQuery } from './api.ts';
import { changeText } from './change-text.ts';
import { MESSAGES } from './messages.ts';
import { type PullSearch, pullSearchOf } from './pull-search.ts';
import { useFirstLessons } from './use-first-lessons.tsx';
import { useViewed } from './use-viewed.ts';
import classes from './pull-requests.module.css';

const CHANGES = { added: '+ Added', changed: '± Changed', deleted: '− Deleted' } as const;

interface ChangedLessonsProps {
  pull: PullRequest;
  shown: DiffPlace | undefined;
  search: PullSearch;
}

/** What differs from main, each linking to its changes: the first twenty lessons, and the others on demand, then courses, paths and other files. */
export function ChangedLessons({ pull, shown, search }: ChangedLessonsProps) {
  const { release_id: releaseId, lessons, curricula } = pull;
  const hasOtherFiles = pull.other_files > 0;
  const [only, setOnly] = useState<MarkFilter>('all');
  const { viewed } = useViewed(pull);
  const threads = openThreads(useQuery(pullCommentsQuery(releaseId)).data ?? []);
  const marked = lessons.map((lesson) => ({ ...lesson, marks: marksOf(lesson, threads, viewed) }));
  const passing = marked.filter(({ marks }) => passesFilter(marks, only));
  const { shown: listed, filter, more } = useFirstLessons(passing, shown && 'folder' in shown ? shown.folder : null);
  if (lessons.length + curricula.length === 0 && !hasOtherFiles) return <p className={classes.note}>{MESSAGES.noLessons}</p>;
  const { view } = search;
  const link = (place: DiffPlace, content: ReactNode) => (
    <Link
      to="/releases/$releaseId/pull"
      params={{ releaseId }}
      search={{ ...pullSearchOf(place), ...(view && { view }) }}
      className={classes.lesson ?? ''}
      aria-current={shown !== undefined && pathOf(place) === pathOf(shown) ? 'true' : undefined}
    >
      {content}
    </Link>
  );
  return (
    <>
      {lessons.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label="Which lessons"
          data={Object.entries(MARK_FILTERS).map(([value, label]) => ({
            value,
            label: `${label} (${marked.filter(({ marks }) => passesFilter(marks, value as MarkFilter)).length})`,
          }))}
          value={only}
          onChange={(event) => setOnly(event.currentTarget.value as MarkFilter)}
        />
      ) : null}
      {filter}
      <ul className={classes.lessons}>
        {listed.map((lesson) => (
          <li key={lesson.folder}>
            {link(
              { folder: lesson.folder },
              <>
                <span className={classes.lessonTitle} data-viewed={lesson.marks.isViewed || undefined}>
                  {changedLessonName(lesson)}
                </span>
                <span className={classes.lessonChange} data-change={lesson.change}>
                  {CHANGES[lesson.change]} ·{' '}
                  {lesson.change === 'changed' ? changeText(lesson) || counted(lesson.files, 'file') : counted(lesson.files, 'file')}
                </span>
                <Marks marks={lesson.marks} />
              </>,
            )}
          </li>
        ))}
        {more}
        {curricula.map((curriculum) => (
          <li key={curriculumPlace(curriculum)}>
            {link(
              { curriculum: curriculumPlace(curriculum) },
              <>
                <span className={classes.lessonTitle}>{curriculumName(curriculum)}</span>
                <span className={classes.lessonChange} data-change={curriculum.change}>
                  {[CHANGES[curriculum.change], problemCount(curriculum)].filter(Boolean).join(' · ')}
                </span>
              </>,
            )}
          </li>
        ))}
        {hasOtherFiles ? <li>{link(null, <span className={classes.lessonTitle}>Other files</span>)}</li> : null}
      </ul>
    </>
  );
}

function problemCount({ problems }: ChangedCurriculum): string {
  return problems.length === 0 ? '' : counted(problems.length, 'problem');
}

/** What a reviewer looks for in a long list, in words and colors. */
function Marks({ marks: { threads, isFailing, isViewed } }: { marks: LessonMarks }) {
  if (threads === 0 && !isFailing && !isViewed) return null;
  return (
    <span className={classes.lessonChange}>
      {[
        ...(isFailing ? [<b key="failing">Failing</b>] : []),
        ...(threads > 0 ? [<span key="threads">{counted(threads, 'open comment')}</span>] : []),
        ...(isViewed ? [<span key="viewed">✓ Viewed</span>] : []),
      ].flatMap((mark, at) => (at === 0 ? [mark] : [' · ', mark]))}
    </span>
  );
}
