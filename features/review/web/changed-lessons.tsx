import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { type ChangedCurriculum, curriculumName } from '../changed-curriculum.policy.ts';
import type { ChangedLesson } from '../contract/pull-requests.ts';
import { curriculumPlace } from '../curriculum-place.policy.ts';
import { changedLessonName } from '../rules/lesson-name.ts';
import { type DiffPlace, pathOf } from './api.ts';
import { changeText } from './change-text.ts';
import { MESSAGES } from './messages.ts';
import { type PullSearch, pullSearchOf } from './pull-search.ts';
import { useFirstLessons } from './use-first-lessons.tsx';
import classes from './pull-requests.module.css';

const CHANGES = { added: '+ Added', changed: '± Changed', deleted: '− Deleted' } as const;

interface ChangedLessonsProps {
  releaseId: number;
  lessons: readonly ChangedLesson[];
  curricula: readonly ChangedCurriculum[];
  hasOtherFiles: boolean;
  shown: DiffPlace | undefined;
  search: PullSearch;
}

/** What differs from main, each linking to its changes: the first twenty lessons, and the others on demand, then courses, paths and other files. */
export function ChangedLessons({ releaseId, lessons, curricula, hasOtherFiles, shown, search }: ChangedLessonsProps) {
  const { shown: listed, filter, more } = useFirstLessons(lessons, shown && 'folder' in shown ? shown.folder : null);
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
      {filter}
      <ul className={classes.lessons}>
        {listed.map((lesson) => (
          <li key={lesson.folder}>
            {link(
              { folder: lesson.folder },
              <>
                <span className={classes.lessonTitle}>{changedLessonName(lesson)}</span>
                <span className={classes.lessonChange} data-change={lesson.change}>
                  {CHANGES[lesson.change]} ·{' '}
                  {lesson.change === 'changed' ? changeText(lesson) || counted(lesson.files, 'file') : counted(lesson.files, 'file')}
                </span>
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
