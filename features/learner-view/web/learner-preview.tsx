import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isShownToLearners } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useEditedFile } from '#features/lessons/web/data-files/api.ts';
import { dataFilesQuery } from '#features/lessons/web/queries.ts';
import type { QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { EditorImagesContext } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { followLink } from '#platform/web/ui/markdown-editor/follow-link.ts';
import { learnerScreen } from '../contract/learner-screen.ts';
import { AuthorCalls, type Previewed } from './author-calls.ts';
import { LearnerCallsContext } from './learner-calls.ts';
import { useProgress } from './progress.ts';
import { useRenderedTexts } from './rendered-texts.ts';
import { ScreenView } from './screen-view.tsx';
import classes from './learner-preview.module.css';
import shared from './shared.module.css';

/** The values of a screen that is being edited, saved or not. */
export interface LearnerPreviewValues {
  readonly fields: ScreenFields;
  readonly questions: readonly QuestionFields[];
}

interface LearnerPreviewProps {
  lesson: Lesson;
  /** As it is saved. */
  screen: Screen;
  values: LearnerPreviewValues;
  onClose: () => void;
}

/** A screen as its learner sees it, with unsaved edits: questions can be answered, and code runs and is checked. */
export function LearnerPreview({ lesson, screen, values, onClose }: LearnerPreviewProps) {
  const images = use(EditorImagesContext)?.address ?? null;
  const files = useQuery(dataFilesQuery(lesson.id));
  const seen = (files.data ?? []).filter(isShownToLearners);
  const texts = useRenderedTexts(values);
  const edited = useEditedFile(lesson, screen.id);
  const heading = useRef<HTMLHeadingElement>(null);

  const previewed: Previewed = { lesson, screen, ...values, files: seen, images };
  const [calls] = useState(() => new AuthorCalls(previewed));
  useEffect(() => calls.update(previewed));

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

  const isShown = texts !== null;
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true });
  }, [isShown]);

  const { fields } = values;
  const shownFiles = seen.map(({ alias, bytes, display_first, screens }) => ({
    name: alias,
    bytes,
    display_first,
    // The other screens only count.
    screens: screens.map((id) => (id === screen.id ? screen.sequence : 0)),
  }));
  return (
    <div className={classes.preview} ref={frame}>
      <div className={`${shared.look} ${classes.head}`}>
        <div className={classes.bar}>
          <strong>Preview as learner</strong>
          <span className={classes.note}>With your unsaved changes</span>
          <button type="button" className={classes.close} aria-keyshortcuts="Escape" onClick={onClose}>
            Close preview
          </button>
        </div>
      </div>
      <div className={`${shared.look} ${classes.page}`}>
        <LearnerCallsContext value={calls}>
          {texts === null ? (
            <p className={shared.label} role="status">
              Rendering…
            </p>
          ) : (
            <FreshScreen
              key={edited?.text ?? fields.initial_code}
              lesson={{
                language: lesson.language,
                is_assessment: lesson.type === 'assessment',
                sql_max_rows: lesson.sql_max_rows,
                files: shownFiles,
              }}
              screen={learnerScreen(lesson, { fields, answer_variables: screen.answer_variables, file: edited, ...texts })}
              number={screen.sequence}
              heading={heading}
            />
          )}
        </LearnerCallsContext>
      </div>
    </div>
  );
}

/** A screen without any work on it. */
function FreshScreen(props: Omit<ComponentProps<typeof ScreenView>, 'progress'>) {
  return <ScreenView {...props} progress={useProgress()} />;
}
