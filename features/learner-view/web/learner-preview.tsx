import { useLocalStorage } from '@mantine/hooks';
import { IconDeviceMobile, IconX } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { previewDraws } from '#features/screens/rules/values/draw-values.ts';
import { followLink } from '#platform/web/ui/markdown-editor/follow-link.ts';
import { OWN_KEYS } from './code-keys.ts';
import { keptProgress } from './kept-progress.ts';
import { LearnerCallsContext } from './learner-calls.ts';
import { LearnerLook } from './learner-look.tsx';
import { useProgress } from './progress.ts';
import { ScreenView } from './screen-view.tsx';
import { type LearnerPreviewValues, useLearnerScreen } from './use-learner-screen.ts';
import { WholeLesson } from './whole-lesson.tsx';
import classes from './screen-view.module.css';
import shared from './shared.module.css';

interface LearnerPreviewProps {
  lesson: Lesson;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  /** As it is saved. */
  screen: Screen;
  values: LearnerPreviewValues;
  /** The values differ from what is saved. */
  isUnsaved: boolean;
  /** The whole lesson is shown, not only the screen. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  /** Opens the editor of another screen. */
  onEdit: (screenId: number) => void;
  onClose: () => void;
}

/** A screen or lesson as its learner sees it, with unsaved edits: questions can be answered, and code runs and is checked. */
export function LearnerPreview({ lesson, screens, screen, values, isUnsaved, isWhole, onWhole, onEdit, onClose }: LearnerPreviewProps) {
  const [isPhone, setPhone] = useLocalStorage({ key: 'lessonwright.preview.phone', defaultValue: false, getInitialValueInEffect: false });
  const [number, setNumber] = useState(screen.sequence);
  const draws = useMemo(() => previewDraws(values.fields.values), [values.fields.values]).length;
  const [chosen, setChosen] = useState(1);
  const drawNumber = Math.min(chosen, Math.max(1, draws));
  const other = isWhole ? screens.find((each, index) => index + 1 === number && each.id !== screen.id) : undefined;
  const frame = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // Editors and terminals use Esc themselves.
    const isOwn = target instanceof Element && target.closest('[contenteditable="true"], [data-own-keys=""]') !== null;
    if (key === 'Escape' && !isOwn) onClose();
  });
  useEffect(() => {
    const element = frame.current;
    const listener = (event: KeyboardEvent) => leave(event);
    element?.addEventListener('keydown', listener);
    // A link in place of the editor would end the edit.
    element?.addEventListener('click', followLink);
    return () => {
      element?.removeEventListener('keydown', listener);
      element?.removeEventListener('click', followLink);
    };
  }, []);

  return (
    // Here, these keys never run the author's code.
    <div className={classes.preview} ref={frame} data-own-keys={OWN_KEYS}>
      <div className={`${shared.look} ${classes.head}`}>
        <div className={classes.bar}>
          <span className={classes.learnerPreviewNote}>
            {other ? 'As it is saved' : isUnsaved ? 'With your unsaved changes' : 'All changes saved'}
          </span>
          {other ? (
            <button type="button" className={classes.button} onClick={() => onEdit(other.id)}>
              Edit this screen
            </button>
          ) : null}
          {draws > 1 && (
            <button
              type="button"
              className={classes.button}
              title="Show the screen with other values, as another learner gets it"
              onClick={() => setChosen((drawNumber % draws) + 1)}
            >
              Values {drawNumber} of {draws}
            </button>
          )}
          <button type="button" className={classes.button} aria-pressed={isWhole} onClick={() => onWhole(!isWhole)}>
            Whole lesson
          </button>
          <button
            type="button"
            className={classes.button}
            aria-pressed={isPhone}
            aria-label="Phone width"
            title="Phone width"
            onClick={() => setPhone(!isPhone)}
          >
            <IconDeviceMobile size={16} aria-hidden />
          </button>
          <button
            type="button"
            className={classes.button}
            aria-label="Close preview"
            title="Close preview (Esc)"
            aria-keyshortcuts="Escape"
            onClick={onClose}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      </div>
      <div className={classes.stage} data-phone={isPhone}>
        <LearnerLook language={lesson.text_language} className={classes.page}>
          {isWhole ? (
            <WholeLesson
              lesson={lesson}
              screens={screens}
              screen={screen}
              values={values}
              number={number}
              onGo={setNumber}
              drawNumber={drawNumber}
              key={drawNumber}
            />
          ) : (
            <OneScreen lesson={lesson} screen={screen} values={values} drawNumber={drawNumber} />
          )}
        </LearnerLook>
      </div>
    </div>
  );
}

function OneScreen({
  lesson,
  screen,
  values,
  drawNumber,
}: Pick<LearnerPreviewProps, 'lesson' | 'screen' | 'values'> & { drawNumber: number }) {
  // The other screens only count.
  const { learner, calls, files } = useLearnerScreen(lesson, screen, values, (id) => (id === screen.id ? screen.sequence : 0), drawNumber);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = learner !== null;
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (learner === null)
    return (
      <p className={shared.label} role="status">
        Rendering…
      </p>
    );
  return (
    <LearnerCallsContext value={calls}>
      <TriedScreen
        key={`${drawNumber} ${learner.initial_code}`}
        drawNumber={drawNumber}
        lessonId={lesson.id}
        lesson={{
          language: lesson.language,
          text_language: lesson.text_language,
          is_assessment: lesson.type === 'assessment',
          sql_max_rows: lesson.sql_max_rows,
          files,
        }}
        screen={learner}
        number={screen.sequence}
        heading={heading}
      />
    </LearnerCallsContext>
  );
}

/** A screen with what was tried on it. */
function TriedScreen({
  lessonId,
  drawNumber,
  ...props
}: Omit<ComponentProps<typeof ScreenView>, 'progress'> & { lessonId: number; drawNumber: number }) {
  const { number, screen } = props;
  const progress = useProgress(keptProgress({ lessonId, drawNumber }, { number, initialCode: screen.initial_code }));
  return <ScreenView {...props} progress={progress} />;
}
