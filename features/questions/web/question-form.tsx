import { Button, Input, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { SAVE_COMMANDS } from '#features/lessons/web/save-commands.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { LazyMarkdownEditor } from '#platform/web/ui/markdown-editor/lazy-markdown-editor.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { MESSAGES } from './messages.ts';
import { insertOption, moveOption, pickValid, removeOption, type Option } from './option-list.ts';
import { OptionRow } from './option-row.tsx';
import type { QuestionItem } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionFormProps {
  number: number;
  question: QuestionItem;
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  isBusy: boolean;
  codeLanguage: string;
  /** The text as it is now. */
  read: () => string;
  onChange: (change: Partial<QuestionFields>) => void;
  /** The options as they are when something is undone. */
  optionsNow: () => readonly Option[];
}

/** The fields of one question: its text, how many answers are picked, its options in their order. */
export function QuestionForm(props: QuestionFormProps) {
  const { number, question, skills, isReadOnly, isBusy, codeLanguage, read, onChange, optionsNow } = props;
  const { select_type, answer_options: options } = question.fields;
  const list = useRef<HTMLOListElement>(null);
  const typeId = useId();
  const setOptions = (answer_options: Option[]) => onChange({ answer_options });
  const focus = (selector: string) => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());

  function add() {
    setOptions(insertOption(options, options.length));
    focus(`[data-option="${options.length}"] textarea`);
  }
  function move(index: number, by: -1 | 1) {
    setOptions(moveOption(options, index, by));
    focus(`[data-option="${index + by}"] [data-move="${by}"]:not([data-disabled]), [data-option="${index + by}"] textarea`);
  }
  function remove(index: number) {
    const removed = options[index];
    if (!removed) return;
    setOptions(removeOption(options, index));
    focus(`[data-option="${Math.min(index, options.length - 2)}"] textarea`);
    const undo = () => setOptions(insertOption(optionsNow(), index, removed));
    showOffer({ message: MESSAGES.optionRemoved(removed.label.split('\n', 1)[0] ?? ''), label: 'Undo', onClick: undo });
  }

  return (
    <div className={classes.form}>
      <div className={classes.text}>
        <LazyMarkdownEditor
          label={`Text of question ${number}`}
          read={read}
          version={question.version}
          onChange={(text) => onChange({ question: text.toString() })}
          isReadOnly={isReadOnly}
          isBusy={isBusy}
          codeLanguage={codeLanguage}
          commands={SAVE_COMMANDS}
        />
      </div>
      <Input.Wrapper label="Select type" labelElement="div" labelProps={{ id: typeId }}>
        <div>
          <SegmentedControl
            size="xs"
            aria-labelledby={typeId}
            disabled={isReadOnly || isBusy}
            data={[
              { value: 'single', label: 'Single' },
              { value: 'multiple', label: 'Multiple' },
            ]}
            value={select_type}
            onChange={(value) => onChange({ select_type: value })}
          />
        </div>
      </Input.Wrapper>
      <ol ref={list} className={classes.options} aria-label={`Options of question ${number}`}>
        {options.map((option, index) => (
          <OptionRow
            key={index}
            index={index}
            count={options.length}
            option={option}
            selectType={select_type}
            skills={skills}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            onChange={(change) => setOptions(options.map((each, at) => (at === index ? { ...each, ...change } : each)))}
            onValid={(isValid) => setOptions(pickValid(options, index, isValid, select_type))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <Button
          className={classes.add ?? ''}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={isBusy || options.length >= LIMITS.optionsMax}
          onClick={add}
        >
          Add option
        </Button>
      )}
    </div>
  );
}
