import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Skill } from '#contract/skills.ts';
import { useCommands } from '#web/platform/commands.ts';
import { newUuid } from '#web/platform/uuid.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import type { ScreenAddress } from './api.ts';
import { MESSAGES } from './messages.ts';
import { QuestionCard } from './question-card.tsx';
import classes from './questions.module.css';
import { useActiveQuestion } from './use-active-question.ts';
import { useQuestionActions } from './use-question-actions.ts';
import type { QuestionEditing } from './use-questions.ts';

interface QuestionsPanelProps {
  address: ScreenAddress;
  editing: QuestionEditing;
  /** Of the screen; null: the lesson is no assessment, and options name none. */
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  /** Named after the fence of a new code block. */
  codeLanguage: string;
}

const FIELD_LABELS: Record<string, string> = { question: 'Question', select_type: 'Select type', answer_options: 'Options' };

/** The multiple choice question editor of a screen (A §2). */
export function QuestionsPanel({ address, editing, skills, isReadOnly, codeLanguage }: QuestionsPanelProps) {
  const { edits, state, restoredAt, acknowledge } = editing;
  const actions = useQuestionActions(address, edits);
  const only = state.questions.length === 1 ? state.questions[0]?.key : undefined;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(only === undefined ? [] : [only]));
  const root = useRef<HTMLDivElement>(null);
  const active = useActiveQuestion(root);
  const current = state.questions.find(({ key }) => key === active);
  const save = () => current && void actions.save(current.key);
  useCommands(
    current && !isReadOnly
      ? [{ id: 'save-question', label: 'Save question', group: 'Actions', shortcut: 'Mod+S', enabled: current.isDirty, run: save }]
      : [],
  );

  function toggle(key: string) {
    setOpened((all) => (all.has(key) ? new Set([...all].filter((each) => each !== key)) : new Set([...all, key])));
  }
  async function move(key: string, by: -1 | 1) {
    await actions.move(key, by);
    // What is put elsewhere in the page loses the focus.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-question="${key}"] [data-move="${by}"]`)?.focus());
  }
  function add() {
    const key = `new-${newUuid()}`;
    edits.put(key);
    setOpened((all) => new Set([...all, key]));
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-question="${key}"] button`)?.focus());
  }

  return (
    <div ref={root} className={classes.panel}>
      {restoredAt && (
        <Banner kind="info" onClose={acknowledge}>
          Unsaved edits of questions were kept in this browser, from <RelativeTime at={restoredAt.toISOString()} />. They are here again.
        </Banner>
      )}
      {state.questions.length === 0 && <EmptyState text={MESSAGES.empty} />}
      {state.questions.map((question, index) => (
        <QuestionCard
          key={question.key}
          number={index + 1}
          question={question}
          editing={editing}
          actions={actions}
          skills={skills}
          isOpen={opened.has(question.key)}
          isReadOnly={isReadOnly}
          codeLanguage={codeLanguage}
          onToggle={() => toggle(question.key)}
          savedCount={state.questions.filter(({ id }) => id !== null).length}
          onMove={(by) => void move(question.key, by)}
        />
      ))}
      {!isReadOnly && (
        <Button className={classes.add ?? ''} variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
          Add question
        </Button>
      )}
      <ConflictResolver
        details={actions.conflict?.details ?? null}
        fieldLabel={(field) => FIELD_LABELS[field] ?? field}
        isBusy={actions.conflict !== null && actions.busy.has(actions.conflict.key)}
        onResolve={actions.resolve}
        onClose={actions.postpone}
      />
    </div>
  );
}
