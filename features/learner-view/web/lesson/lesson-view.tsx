import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PreviewLesson } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { useStore } from '#platform/web/use-store.ts';
import { type LearnerCalls, LearnerCallsContext } from '../learner-calls.ts';
import type { ProgressKeeper } from '../progress.ts';
import { preloadTaskAnswer } from '../question-view.tsx';
import { hasNoTask, preloadCodeScreen, ScreenView } from '../screen-view.tsx';
import type { ShownVerdict } from '../shown-verdict.ts';
import { useTextAttributes } from '../use-text-attributes.ts';
import { EndView } from './end-view.tsx';
import { type HandedIn, triesAfter } from './handed-in.ts';
import { Rail } from './rail.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import shared from '../shared.module.css';
import classes from './lesson-view.module.css';

interface LessonViewProps {
  lesson: PreviewLesson;
  /** The open screen, counted from 1; one past the last is the end. */
  number: number;
  onGo: (number: number) => void;
  calls: LearnerCalls;
  progress: ProgressKeeper;
  handedIn: HandedIn;
  /** It is the page: arrow keys turn its screens, and the tab has its title. False: it is shown inside of another page. */
  isPage: boolean;
  /** The open screen is still loaded. */
  isLoading?: boolean;
}

/** A lesson: its screens in order, navigation, and its end. It fills an element with the look of `shared.module.css`. */
export function LessonView({ lesson, number, onGo, calls, progress, handedIn, isPage, isLoading = false }: LessonViewProps) {
  const attributes = useTextAttributes();
  const count = lesson.screens.length;
  const last = count + 1;
  const frame = useRef<HTMLDivElement>(null);
  const triesLeft = triesAfter(useStore(handedIn), lesson);
  useEffect(() => handedIn.follow(), [handedIn]);
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(number);
  const hasMoved = useRef(false);
  const screen = lesson.screens[number - 1];
  const go = (to: number) => {
    if (to >= 1 && to <= last) onGo(to);
  };
  const isReading = screen !== undefined && hasNoTask(screen);
  const isDone = progress.now.done.includes(number);
  const [verdict, setVerdict] = useState<ShownVerdict | null>(null);

  /** Going on is what finishes a screen that has nothing to solve. */
  function next() {
    if (isReading) progress.finish(number);
    go(number + 1);
  }
  useArrowKeys(isPage, { onNext: next, onPrevious: () => go(number - 1) });
  /** So does reading it to its end. A text that fits in the window has not been scrolled. */
  const followScroll = useEffectEvent(({ target }: Event) => {
    const element = target === document ? document.documentElement : target;
    if (!isReading || isDone || !(element instanceof Element) || element.scrollTop === 0) return;
    // On phones it is what is around it that scrolls.
    const isText = element.contains(scroller.current);
    if (isText && element.scrollTop + element.clientHeight >= element.scrollHeight - END_PX) progress.finish(number);
  });
  /** The heading of a code screen appears once more when its editor has been loaded. */
  const keepFocus = useCallback((element: HTMLHeadingElement | null) => {
    heading.current = element;
    if (hasMoved.current && document.activeElement === document.body) element?.focus({ preventScroll: true });
  }, []);

  // A page has one main part and its own title.
  const [Main, Title] = isPage ? (['main', 'h1'] as const) : (['div', 'p'] as const);
  const shownTitle = screen ? titleOf(screen, number) : lesson.is_assessment ? 'Result' : 'Summary';
  useEffect(() => {
    if (isPage) document.title = `${shownTitle} · ${lesson.title}`;
  }, [isPage, shownTitle, lesson.title]);
  useEffect(() => {
    if (shown.current === number) return;
    shown.current = number;
    setVerdict(null);
    scroller.current?.scrollTo(0, 0);
    frame.current?.parentElement?.scrollTo(0, 0);
    if (isPage) globalThis.scrollTo(0, 0);
    // Move the focus so that screen readers announce the screen's name.
    heading.current?.focus({ preventScroll: true });
    hasMoved.current = true;
  }, [number, isPage]);
  useEffect(() => {
    const listener = (event: Event) => followScroll(event);
    // Scrolling doesn't bubble.
    document.addEventListener('scroll', listener, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', listener, { capture: true });
  }, []);
  useEffect(() => {
    const hasCode = lesson.language !== null && lesson.screens.some(({ type }) => type === 'code');
    const hasTasks = lesson.screens.some(({ questions }) => questions.some(({ ask }) => ask));
    // After what the first screen itself needs.
    const timer = setTimeout(() => {
      if (hasCode) preloadCodeScreen();
      if (hasTasks) preloadTaskAnswer();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lesson]);

  return (
    <LearnerCallsContext value={calls}>
      <div className={classes.page} ref={frame}>
        {isPage ? (
          <a
            className={classes.skip}
            href="#screen"
            onClick={(event) => {
              // The address names the screen by its number.
              event.preventDefault();
              heading.current?.focus();
            }}
          >
            Skip to the screen
          </a>
        ) : null}
        <header className={classes.header}>
          <Title className={classes.title}>
            <bdi {...attributes}>{lesson.title}</bdi>
          </Title>
        </header>
        <Rail label={isPage ? 'Screens' : 'Screens of the preview'} lesson={lesson} number={number} progress={progress.now} onGo={go} />
        <Main className={classes.main} id={isPage ? 'screen' : undefined}>
          <div className={classes.scroll} ref={scroller} {...KEYBOARD_SCROLL}>
            {isLoading ? (
              <p className={shared.label} role="status">
                Loading…
              </p>
            ) : screen ? (
              <ScreenView
                key={number}
                lesson={lesson}
                screen={screen}
                number={number}
                progress={progress}
                isOver={lesson.is_assessment && progress.now.grade === null && triesLeft === 0}
                heading={keepFocus}
                onVerdict={setVerdict}
              />
            ) : (
              <EndView lesson={lesson} progress={progress} handedIn={handedIn} heading={keepFocus} onGo={go} />
            )}
          </div>
          {/* Its arrows are those of the keys, whatever the direction of the lesson. */}
          <footer className={classes.footer} dir="ltr">
            <button
              type="button"
              className={shared.button}
              disabled={number === 1}
              onClick={() => go(number - 1)}
              aria-keyshortcuts="ArrowLeft"
            >
              ← Previous
            </button>
            <span className={`${shared.status} ${verdict === null ? '' : classes.wide}`}>
              {number <= count ? `${number} of ${count}` : 'The end'}
            </span>
            {verdict === null ? null : <VerdictInBar verdict={verdict} />}
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
        </Main>
      </div>
    </LearnerCallsContext>
  );
}

/** How near to its end a text counts as read, in pixels. */
const END_PX = 40;
const PRELOAD_AFTER_MS = 1_000;

/** The verdict where the page scrolls, so that the result itself may be out of sight. What was announced isn't announced again. */
function VerdictInBar({ verdict: { isCorrect, show } }: { verdict: ShownVerdict }) {
  return (
    <button type="button" className={classes.verdict} data-right={isCorrect ?? undefined} onClick={show}>
      {isCorrect === null ? 'Submitted' : isCorrect ? '✓ Correct' : '✗ Not correct yet'}
    </button>
  );
}

function titleOf({ title }: PreviewLesson['screens'][number], number: number): string {
  return title === '' ? `Screen ${number}` : title;
}
