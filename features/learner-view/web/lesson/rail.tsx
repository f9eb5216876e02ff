import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import type { Progress } from '../progress.ts';
import { useTextAttributes } from '../use-text-attributes.ts';
import classes from './rail.module.css';

interface RailProps {
  lesson: PreviewLesson;
  /** The open screen, counted from 1; one past the last is the end. */
  number: number;
  progress: Progress;
  onGo: (number: number) => void;
  /** Accessible name. */
  label: string;
}

/** The list of screens: the current one, and which are done. */
export function Rail({ lesson, number, progress, onGo, label }: RailProps) {
  const attributes = useTextAttributes();
  const titles = lesson.screens.map(({ title }, index) => (title === '' ? `Screen ${index + 1}` : title));
  const steps = [...titles, lesson.is_assessment ? 'Result' : 'Summary'];
  return (
    <nav className={classes.rail} aria-label={label}>
      <p className={classes.progress}>
        {progress.done.length} of {titles.length} done
      </p>
      <ol>
        {steps.map((title, index) => {
          const isDone = progress.done.includes(index + 1);
          const graded = progress.grade?.screens.find((each) => each.screen === index + 1);
          const isWrong = graded?.is_correct === false;
          // Before an assessment is handed in, a screen that is done may be wrong.
          const isRight = graded ? !isWrong : isDone && !lesson.is_assessment;
          const state = graded ? (isWrong ? 'not correct' : 'correct') : isDone ? 'done' : null;
          const isCurrent = number === index + 1;
          return (
            <li key={index}>
              <button
                type="button"
                className={classes.step}
                ref={isCurrent ? bringIntoSight : null}
                aria-current={isCurrent ? 'step' : undefined}
                aria-label={state === null ? title : `${title}, ${state}`}
                onClick={() => onGo(index + 1)}
              >
                <span className={classes.sign} data-right={isRight} data-wrong={isWrong} aria-hidden>
                  {isWrong ? '✗' : state !== null ? '✓' : index < titles.length ? index + 1 : '⚑'}
                </span>
                <span className={classes.name}>
                  <bdi {...attributes}>{title}</bdi>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
