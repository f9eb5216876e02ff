import { Input, NativeSelect, SegmentedControl } from '@mantine/core';
import { useId, useRef } from 'react';
import { SAVE_COMMANDS } from '#features/lessons/web/save-commands.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import type { Language } from '#platform/contract/languages.ts';
import { fenceName } from '#platform/web/ui/markdown-editor/fence.ts';
import { LazyMarkdownEditor } from '#platform/web/ui/markdown-editor/lazy-markdown-editor.tsx';
import { KindSelect } from './kind-select.tsx';
import { ChoiceForm } from './kinds/choice-form.tsx';
import type { RunPlace } from './kinds/kind-form-props.ts';
import { TaskForm } from './kinds/task-form.tsx';
import type { QuestionItem } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionFormProps {
  number: number;
  question: QuestionItem;
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  isBusy: boolean;
  /** Of the lesson's code; null: it has none. */
  language: Language | null;
  runPlace: RunPlace;
  /** It was just added: its author writes its text next. */
  takesFocus: boolean;
  /** The question as it is now. */
  now: () => QuestionFields;
  onChange: (change: Partial<QuestionFields>) => void;
}

/** The fields of one question: its text, its kind, and what that kind has, such as options. */
export function QuestionForm({ number, question, skills, language, takesFocus, now, onChange, ...props }: QuestionFormProps) {
  const { isReadOnly, isBusy, runPlace } = props;
  const { select_type, task = null, skill_id = null } = question.fields;
  const form = useRef<HTMLDivElement>(null);
  const typeId = useId();
  const isOff = isReadOnly || isBusy;
  const common = { number, isReadOnly, isBusy };
  return (
    <div className={classes.form} ref={form}>
      <div className={classes.text}>
        <LazyMarkdownEditor
          label={`Text of question ${number}`}
          read={() => now().question}
          version={question.version}
          onChange={(text) => onChange({ question: text.toString() })}
          isReadOnly={isReadOnly}
          isBusy={isBusy}
          codeLanguage={fenceName(language)}
          commands={SAVE_COMMANDS}
          isField
          takesFocus={takesFocus}
          placeholder="Question"
        />
      </div>
      <div className={classes.fields}>
        <KindSelect fields={question.fields} isOff={isOff} hasCode={language !== null} onChange={onChange} />
        {task === null && (
          <Input.Wrapper label="Select type" labelElement="div" labelProps={{ id: typeId }}>
            <SegmentedControl
              size="xs"
              aria-labelledby={typeId}
              disabled={isOff}
              data={[
                { value: 'single', label: 'Single' },
                { value: 'multiple', label: 'Multiple' },
              ]}
              value={select_type}
              onChange={(value) => onChange({ select_type: value })}
            />
          </Input.Wrapper>
        )}
        {task !== null && skills !== null && (
          <NativeSelect
            label="Skill"
            disabled={isOff}
            data={[{ value: '', label: 'No skill' }, ...skills.map(({ id, name }) => ({ value: String(id), label: name }))]}
            value={skills.some(({ id }) => id === skill_id) ? String(skill_id) : ''}
            onChange={(event) => onChange({ skill_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
          />
        )}
      </div>
      {task === null ? (
        <ChoiceForm
          {...common}
          fields={question.fields}
          skills={skills}
          onChange={onChange}
          optionsNow={() => now().answer_options}
          onBefore={() => form.current?.querySelector<HTMLElement>('.cm-content')?.focus()}
        />
      ) : (
        <TaskForm
          key={task.kind}
          {...common}
          task={task}
          now={() => now().task ?? task}
          version={question.version}
          language={language}
          runPlace={runPlace}
          isAssessment={skills !== null}
          onChange={(changed) => onChange({ task: changed })}
        />
      )}
    </div>
  );
}
