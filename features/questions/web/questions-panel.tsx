import { useMemo, useRef, useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import type { ScreenSession } from '#features/screens/web/screen-fields.ts';
import { useValuesText } from '#features/screens/web/values/use-values-text.ts';
import type { Language } from '#platform/contract/languages.ts';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AddQuestion } from './add-question.tsx';
import type { RunPlace } from './kinds/kind-form-props.ts';
import { MESSAGES } from './messages.ts';
import { QuestionCard } from './question-card.tsx';
import type { QuestionEditing } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionsPanelProps {
  editing: QuestionEditing;
  /** Skills of the screen; null: the lesson is no assessment, and options name none. */
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  /** Of the lesson's code; null: it has none. */
  language: Language | null;
  /** Where the code of a question runs. */
  runPlace: RunPlace;
  lesson: Lesson;
  /** As it is saved: its check judges other orders of lines. */
  screen: Screen;
  /** The screen as it is edited: warnings and previews have the first draw of its values. */
  session: ScreenSession;
}

/** The editor of a screen's questions. */
export function QuestionsPanel({ editing, skills, isReadOnly, language, runPlace, lesson, screen, session }: QuestionsPanelProps) {
  const values = useValuesText(session);
  const drawnFrom = useMemo(() => ({ ...screen, values }), [screen, values]);
  const { state, draft, added } = editing;
  const only = state.items.length === 1 ? state.items[0]?.key : undefined;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(only === undefined ? [] : [only]));
  const [shown, setShown] = useState<string | null>(null);
  if (added !== shown) {
    setShown(added);
    if (added !== null) setOpened(new Set([...opened, added]));
  }
  const root = useRef<HTMLDivElement>(null);

  function toggle(key: string) {
    setOpened((all) => (all.has(key) ? new Set([...all].filter((each) => each !== key)) : new Set([...all, key])));
  }
  async function move(key: string, by: -1 | 1) {
    await editing.move(key, by);
    // What is put elsewhere in the page loses the focus.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-question="${key}"] [data-move="${by}"]`)?.focus());
  }
  const addButton = !isReadOnly && <AddQuestion hasCode={language !== null} onAdd={editing.add} />;
  return (
    <div ref={root} className={classes.panel}>
      <DraftBanner draft={draft} what="the questions" />
      {state.items.length === 0 && <EmptyState text={MESSAGES.empty} action={addButton} />}
      {state.items.map((question, index) => (
        <QuestionCard
          key={question.key}
          number={index + 1}
          question={question}
          editing={editing}
          skills={skills}
          isOpen={opened.has(question.key)}
          takesFocus={added === question.key}
          isReadOnly={isReadOnly}
          language={language}
          runPlace={runPlace}
          lesson={lesson}
          drawnFrom={drawnFrom}
          onToggle={() => toggle(question.key)}
          savedCount={state.items.filter(({ id }) => id !== null).length}
          onMove={(by) => void move(question.key, by)}
        />
      ))}
      {state.items.length > 0 && addButton}
    </div>
  );
}
