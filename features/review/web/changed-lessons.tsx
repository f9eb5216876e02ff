import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import type { ChangedLesson } from '../contract.ts';
import { changeText } from './change-text.ts';
import { MESSAGES } from './messages.ts';
import { OTHER_FILES, type PullSearch } from './pull-search.ts';
import classes from './pull-requests.module.css';

const CHANGES = { added: '+ Added', changed: '± Changed', deleted: '− Deleted' } as const;

interface ChangedLessonsProps {
  releaseId: number;
  lessons: readonly ChangedLesson[];
  hasOtherFiles: boolean;
  /** Folder of the selected lesson. */
  shown: string | null;
  search: PullSearch;
}

/** The lessons that differ from main, each linking to its changes. */
export function ChangedLessons({ releaseId, lessons, hasOtherFiles, shown, search }: ChangedLessonsProps) {
  if (lessons.length === 0 && !hasOtherFiles) return <p className={classes.note}>{MESSAGES.noLessons}</p>;
  const link = (folder: string, content: ReactNode) => (
    <Link
      to="/releases/$releaseId/pull"
      params={{ releaseId }}
      search={{ ...search, lesson: folder }}
      className={classes.lesson ?? ''}
      aria-current={folder === shown ? 'true' : undefined}
    >
      {content}
    </Link>
  );
  return (
    <ul className={classes.lessons}>
      {lessons.map((lesson) => (
        <li key={lesson.folder}>
          {link(
            lesson.folder,
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
      {hasOtherFiles ? <li>{link(OTHER_FILES, <span className={classes.lessonTitle}>Other files</span>)}</li> : null}
    </ul>
  );
}

/** The display name of a lesson in a pull request. */
export function changedLessonName({ sequence, title, folder }: ChangedLesson): string {
  if (sequence === null) return folder;
  return title === '' ? `${sequence} ${folder}` : `${sequence} ${title}`;
}
