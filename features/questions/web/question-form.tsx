import { Button, Input, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { SAVE_COMMANDS } from '#features/lessons/web/save-commands.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { LazyMarkdownEditor } from '#platform/web/ui/markdown-editor/lazy-markdown-editor.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { MESSAGES } from './messages.ts';
import { filledOptions, insertOption, isBlankOption, moveOption, pickValid, removeOption, type Option } from './option-list.ts';
import { OptionRow } from './option-row.tsx';
import { useOptionRows } from './use-option-rows.ts';
import type { QuestionItem } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionFormProps {
  number: number;
  question: QuestionItem;
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  isBusy: boolean;
  codeLanguage: string;
  /** It was just added: its author writes its text next. */
  takesFocus: boolean;
  /** The text as it is now. */
  read: () => string;
  onChange: (change: Partial<QuestionFields>) => void;
  /** The options as they are when something is undone. */
  optionsNow: () => readonly Option[];
}

/** The fields of one question: its text, how many answers are picked, its options in their order. */
export function QuestionForm(props: QuestionFormProps) {
  const { number, question, skills, isReadOnly, isBusy, codeLanguage, takesFocus, read, onChange, optionsNow } = props;
  const { select_type, answer_options: options } = question.fields;
  const form = useRef<HTMLDivElement>(null);
  const typeId = useId();
  const { rows, setRows } = useOptionRows(options, isReadOnly, (answer_options) => onChange({ answer_options }));
  /** At once: the next key is meant for what gets the focus. */
  function show(next: Option[], ...selectors: string[]) {
    flushSync(() => setRows(next));
    focus(...selectors);
  }
  function focus(...selectors: string[]) {
    const found = selectors.map((selector) => form.current?.querySelector<HTMLElement>(selector)).find((element) => element);
    found?.focus();
  }
  const isFull = options.length >= LIMITS.optionsMax;

  function insert(at: number) {
    if (!isFull) show(insertOption(rows, at), labelOf(at));
  }
  function goOn(index: number) {
    const next = rows[index + 1];
    // A blank row is what Enter asks for; after a blank one there is nothing to add yet.
    if (next && isBlankOption(next)) focus(labelOf(index + 1));
    else if (rows[index] && !isBlankOption(rows[index])) insert(index + 1);
  }
  function goBack(index: number) {
    const selector = index > 0 ? labelOf(index - 1) : '.cm-content';
    if (rows.length > 1) show(removeOption(rows, index), selector);
    else focus(selector);
  }
  function move(index: number, by: -1 | 1) {
    const at = index + by;
    show(moveOption(rows, index, by), `[data-option="${at}"] [data-move="${by}"]:not([data-disabled])`, labelOf(at));
  }
  function remove(index: number) {
    const removed = rows[index];
    if (!removed) return;
    show(removeOption(rows, index), labelOf(Math.min(index, rows.length - 2)));
    if (isBlankOption(removed)) return;
    const at = filledOptions(rows.slice(0, index)).length;
    const undo = () => onChange({ answer_options: insertOption(optionsNow(), at, removed) });
    showOffer({ message: MESSAGES.optionRemoved(removed.label.split('\n', 1)[0] ?? ''), label: 'Undo', onClick: undo });
  }

  return (
    <div className={classes.form} ref={form}>
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
          isField
          takesFocus={takesFocus}
          placeholder="Question"
        />
      </div>
      <Input.Wrapper className={classes.type ?? ''} label="Select type" labelElement="div" labelProps={{ id: typeId }}>
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
      </Input.Wrapper>
      <ol className={classes.options} aria-label={`Options of question ${number}`}>
        {rows.map((option, index) => (
          <OptionRow
            key={index}
            index={index}
            count={rows.length}
            option={option}
            selectType={select_type}
            skills={skills}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            onChange={(change) => setRows(rows.map((each, at) => (at === index ? { ...each, ...change } : each)))}
            onValid={(isValid) => setRows(pickValid(rows, index, isValid, select_type))}
            onEnter={() => goOn(index)}
            onBackspace={() => goBack(index)}
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
          disabled={isBusy || isFull}
          onClick={() => insert(rows.length)}
        >
          Add option
        </Button>
      )}
    </div>
  );
}

function labelOf(index: number): string {
  return `[data-option="${index}"] [data-label]`;
}
