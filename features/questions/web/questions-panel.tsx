import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Skill } from '#features/screens/contract/skills.ts';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { MESSAGES } from './messages.ts';
import { QuestionCard } from './question-card.tsx';
import type { QuestionEditing } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionsPanelProps {
  editing: QuestionEditing;
  /** Skills of the screen; null: the lesson is no assessment, and options name none. */
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  /** Named after the fence of a new code block. */
  codeLanguage: string;
}

/** The multiple choice question editor of a screen. */
export function QuestionsPanel({ editing, skills, isReadOnly, codeLanguage }: QuestionsPanelProps) {
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
  const addButton = !isReadOnly && (
    <Button className={classes.add ?? ''} variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={editing.add}>
      Add question
    </Button>
  );
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
          codeLanguage={codeLanguage}
          onToggle={() => toggle(question.key)}
          savedCount={state.items.filter(({ id }) => id !== null).length}
          onMove={(by) => void move(question.key, by)}
        />
      ))}
      {state.items.length > 0 && addButton}
    </div>
  );
}
