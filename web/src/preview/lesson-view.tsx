import { useEffect, useRef } from 'react';
import type { PreviewLesson } from '#contract/previews.ts';
import { token } from './calls.ts';
import { EndView } from './end-view.tsx';
import classes from './lesson-view.module.css';
import shared from './shared.module.css';
import { useProgress } from './progress.ts';
import { Rail } from './rail.tsx';
import { ScreenView } from './screen-view.tsx';
import { usePlace } from './use-place.ts';

/** A lesson: its screens in order, navigation, and the result of an assessment. */
export function LessonView({ lesson }: { lesson: PreviewLesson }) {
  const count = lesson.screens.length;
  const last = lesson.is_assessment ? count + 1 : count;
  const [place, go] = usePlace(last);
  const progress = useProgress(lesson, token);
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(place);
  const screen = lesson.screens[place - 1];

  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    scroller.current?.scrollTo(0, 0);
    globalThis.scrollTo(0, 0);
    // Move the focus so that screen readers announce the screen's name.
    heading.current?.focus({ preventScroll: true });
  }, [place]);

  // A screen without a task is done once it was shown.
  const hasNoTask = screen !== undefined && !screen.can_run && screen.questions.length === 0;
  const isDone = progress.now.done.includes(place);
  useEffect(() => {
    if (hasNoTask && !isDone) progress.finish(place);
  });

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <p className={classes.title}>{lesson.title}</p>
        <span className={classes.build}>Build {lesson.build_number}</span>
      </header>
      <Rail lesson={lesson} place={place} progress={progress.now} onGo={go} />
      <main className={classes.main}>
        <div className={classes.scroll} ref={scroller}>
          {screen ? (
            <ScreenView key={place} lesson={lesson} screen={screen} place={place} progress={progress} heading={heading} />
          ) : (
            <EndView lesson={lesson} progress={progress.now} heading={heading} onGo={go} />
          )}
        </div>
        <footer className={classes.footer}>
          <button
            type="button"
            className={shared.button}
            disabled={place === 1}
            onClick={() => go(place - 1)}
            aria-keyshortcuts="ArrowLeft"
          >
            ← Previous
          </button>
          <span className={shared.status}>{place <= count ? `${place} of ${count}` : 'Result'}</span>
          <button
            type="button"
            className={shared.button}
            data-first=""
            disabled={place === last}
            onClick={() => go(place + 1)}
            aria-keyshortcuts="ArrowRight"
          >
            Next →
          </button>
        </footer>
      </main>
    </div>
  );
}
