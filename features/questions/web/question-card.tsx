import { Badge, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { questionName } from '#features/content-model/rules/question-name.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { QuestionFields, Screen } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { drawFirst, drawQuestion, firstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Language } from '#platform/contract/languages.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useAfterPress } from '#platform/web/use-after-press.ts';
import { kindLabel } from '../contract/kinds/kinds.ts';
import { questionWarnings } from '../contract/question-warnings.ts';
import type { RunPlace } from './kinds/kind-form-props.ts';
import { MESSAGES } from './messages.ts';
import { MoveButtons } from './move-buttons.tsx';
import { QuestionActionsBar } from './question-actions-bar.tsx';
import { QuestionForm } from './question-form.tsx';
import { QuestionPreview } from './question-preview.tsx';
import type { QuestionEditing, QuestionItem } from './use-questions.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './questions.module.css';

interface QuestionCardProps {
  /** Counted from 1. */
  number: number;
  question: QuestionItem;
  editing: QuestionEditing;
  skills: readonly Skill[] | null;
  isOpen: boolean;
  /** It was just added: its author writes its text next. */
  takesFocus: boolean;
  isReadOnly: boolean;
  language: Language | null;
  runPlace: RunPlace;
  lesson: Lesson;
  /** The screen, as it is saved: warnings and previews have its first draw. */
  drawnFrom: Screen;
  onToggle: () => void;
  /** How many questions are saved: a saved one can be moved among them. */
  savedCount: number;
  onMove: (by: -1 | 1) => void;
}

/** One question: its first words and, when it is open, its form or its preview. */
export function QuestionCard(props: QuestionCardProps) {
  const {
    number,
    question,
    editing,
    skills,
    isOpen,
    takesFocus,
    isReadOnly,
    language,
    runPlace,
    lesson,
    drawnFrom,
    onToggle,
    savedCount,
    onMove,
  } = props;
  const id = useId();
  const [view, setView] = useState<'edit' | 'preview'>(isReadOnly ? 'preview' : 'edit');
  const { key, fields } = question;
  const draw = firstDraw(drawnFrom);
  const failures = new Set<string>();
  const drawn = draw === null ? fields : drawQuestion(fields, draw, (problem) => failures.add(problem));
  const warnings = [...failures, ...questionWarnings(drawn)];
  const late = useLateWarnings(warnings, question.isNew);
  const isBusy = question.isSaving || editing.busy.has(key);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <section
      ref={card}
      className={classes.card}
      data-question={key}
      aria-label={`Question ${number}`}
      aria-busy={isBusy}
      {...late.handlers}
    >
      <div className={classes.head}>
        <h2 className={classes.heading}>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            <span className={layout.ellipsisGrow}>
              {number}. {questionName(fields.question) || 'Without text'}
            </span>
            {question.isDirty && <Badge color="changed">Unsaved</Badge>}
            {!isOpen && warnings.length > 0 && (
              <span className={classes.warned} title={warnings.join(' ')}>
                <IconAlertTriangle size={15} role="img" aria-label={counted(warnings.length, 'warning')} />
              </span>
            )}
            <span className={classes.count}>{fields.task ? kindLabel(fields.task) : counted(fields.answer_options.length, 'option')}</span>
          </button>
        </h2>
        {!isReadOnly && question.id !== null && savedCount > 1 && (
          <MoveButtons number={number} count={savedCount} isBusy={isBusy} onMove={onMove} />
        )}
      </div>
      <div id={id} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <>
            {question.isGone && <Banner kind="warning">{MESSAGES.gone}</Banner>}
            <ErrorBanner text={editing.failureOf(question)} />
            <SegmentedControl
              className={classes.views ?? ''}
              size="xs"
              aria-label={`View of question ${number}`}
              data={[
                { value: 'edit', label: isReadOnly ? 'Fields' : 'Edit' },
                { value: 'preview', label: 'Preview' },
              ]}
              value={view}
              onChange={(value) => setView(value)}
            />
            {view === 'preview' ? (
              <QuestionPreview
                key={answered(drawn)}
                question={drawn}
                name={`question ${number}`}
                lesson={lesson}
                screen={drawFirst(drawnFrom)}
              />
            ) : (
              <QuestionForm
                number={number}
                question={question}
                skills={skills}
                isReadOnly={isReadOnly}
                isBusy={isBusy}
                language={language}
                runPlace={runPlace}
                takesFocus={takesFocus}
                now={() => editing.list.item(key)?.fields ?? fields}
                onChange={(change) => editing.list.edit(key, change)}
              />
            )}
            <QuestionWarnings warnings={late.warnings} />
            {!isReadOnly && <QuestionActionsBar question={question} editing={editing} isBusy={isBusy} />}
          </>
        )}
      </div>
    </section>
  );
}

/** What an answer belongs to. A save may complete or reorder the other fields, and keeps what was picked. */
function answered({ question, select_type, answer_options, task }: QuestionFields): string {
  return JSON.stringify([question, select_type, task, ...answer_options.map(({ label, valid }) => [label, valid])]);
}

/**
 * The warnings while someone writes: those from before, as long as they hold. New ones are shown when the question is left, because most
 * are about what is not written yet.
 */
function useLateWarnings(warnings: readonly string[], isNew: boolean) {
  const [before, setBefore] = useState<readonly string[] | null>(isNew ? [] : null);
  const afterPress = useAfterPress();
  return {
    warnings: before === null ? warnings : warnings.filter((warning) => before.includes(warning)),
    handlers: {
      onFocus: () => setBefore((known) => known ?? warnings),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return;
        // What is pressed may be below, and would move away from the pointer before it is clicked. It may also bring the focus back.
        afterPress(() => {
          if (!currentTarget.contains(document.activeElement)) setBefore(null);
        });
      },
    },
  };
}

/** What is wrong with a question; none of it keeps it from being saved. */
function QuestionWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <IconAlertTriangle size={15} aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
