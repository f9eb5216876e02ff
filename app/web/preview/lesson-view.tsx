import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LearnerCallsContext } from '#features/learner-view/web/learner-calls.ts';
import { type Progress, useProgress } from '#features/learner-view/web/progress.ts';
import { hasNoTask, preloadCodeScreen, ScreenView } from '#features/learner-view/web/screen-view.tsx';
import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { useStore } from '#platform/web/use-store.ts';
import { remember, remembered, token, visitorCalls } from './calls.ts';
import { EndView } from './end-view.tsx';
import { HandedIn, triesAfter } from './handed-in.ts';
import { Rail } from './rail.tsx';
import { useScreenNumber } from './use-screen-number.ts';
import shared from '#features/learner-view/web/shared.module.css';
import classes from './lesson-view.module.css';

/** A lesson: its screens in order, navigation, and its end. */
export function LessonView({ lesson }: { lesson: PreviewLesson }) {
  const count = lesson.screens.length;
  const last = count + 1;
  const [number, go] = useScreenNumber(last, () => next());
  // Another build starts over.
  const storedAs = `preview-${token.slice(0, 12)}-${lesson.build_number}`;
  const progress = useProgress({
    read: () => remembered(storedAs) as Partial<Progress> | null,
    write: (now) => remember(storedAs, now),
  });
  const [handedIn] = useState(() => new HandedIn(storedAs));
  const triesLeft = triesAfter(useStore(handedIn), lesson);
  useEffect(() => handedIn.follow(), [handedIn]);
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(number);
  const hasMoved = useRef(false);
  const screen = lesson.screens[number - 1];
  const isReading = screen !== undefined && hasNoTask(screen);
  const isDone = progress.now.done.includes(number);

  /** Going on is what finishes a screen that has nothing to solve. */
  function next() {
    if (isReading) progress.finish(number);
    go(number + 1);
  }
  /** So does reading it to its end. A text that fits in the window has not been scrolled. */
  const followScroll = useEffectEvent(({ target }: Event) => {
    const element = target === document ? document.documentElement : target;
    if (!isReading || isDone || !(element instanceof Element) || element.scrollTop === 0) return;
    const isText = element === scroller.current || element === document.documentElement;
    if (isText && element.scrollTop + element.clientHeight >= element.scrollHeight - END_PX) progress.finish(number);
  });
  /** The heading of a code screen appears once more when its editor has been loaded. */
  const keepFocus = useCallback((element: HTMLHeadingElement | null) => {
    heading.current = element;
    if (hasMoved.current && document.activeElement === document.body) element?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    if (shown.current === number) return;
    shown.current = number;
    scroller.current?.scrollTo(0, 0);
    globalThis.scrollTo(0, 0);
    // Move the focus so that screen readers announce the screen's name.
    heading.current?.focus({ preventScroll: true });
    hasMoved.current = true;
  }, [number]);
  useEffect(() => {
    const listener = (event: Event) => followScroll(event);
    // Scrolling doesn't bubble. On phones it is the whole page that scrolls.
    document.addEventListener('scroll', listener, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', listener, { capture: true });
  }, []);
  useEffect(() => {
    if (lesson.language === null || !lesson.screens.some(({ type }) => type === 'code')) return undefined;
    // After what the first screen itself needs.
    const timer = setTimeout(preloadCodeScreen, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lesson]);

  return (
    <LearnerCallsContext value={visitorCalls}>
      <div className={`${shared.look} ${classes.page}`}>
        <header className={classes.header}>
          <p className={classes.title}>
            <bdi>{lesson.title}</bdi>
          </p>
          <span className={classes.build}>Updated {DAY.format(new Date(lesson.built_at))}</span>
        </header>
        <Rail lesson={lesson} number={number} progress={progress.now} onGo={go} />
        <main className={classes.main}>
          <div className={classes.scroll} ref={scroller} {...KEYBOARD_SCROLL}>
            {screen ? (
              <ScreenView
                key={number}
                lesson={lesson}
                screen={screen}
                number={number}
                progress={progress}
                isOver={lesson.is_assessment && progress.now.grade === null && triesLeft === 0}
                heading={keepFocus}
              />
            ) : (
              <EndView lesson={lesson} progress={progress} handedIn={handedIn} heading={keepFocus} onGo={go} />
            )}
          </div>
          <footer className={classes.footer}>
            <button
              type="button"
              className={shared.button}
              disabled={number === 1}
              onClick={() => go(number - 1)}
              aria-keyshortcuts="ArrowLeft"
            >
              ← Previous
            </button>
            <span className={shared.status}>{number <= count ? `${number} of ${count}` : 'The end'}</span>
            {number === last ? (
              <span />
            ) : (
              <button
                type="button"
                className={shared.button}
                // Until then, the button to press next is the one that submits.
                data-first={isReading || isDone ? '' : undefined}
                onClick={next}
                aria-keyshortcuts="ArrowRight"
              >
                {number === count ? 'Finish →' : 'Next →'}
              </button>
            )}
          </footer>
        </main>
      </div>
    </LearnerCallsContext>
  );
}

/** How near to its end a text counts as read, in pixels. */
const END_PX = 40;
const PRELOAD_AFTER_MS = 1_000;
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
