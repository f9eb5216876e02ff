import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { isTerminal } from '#platform/contract/languages.ts';
import type { TaskOf } from '../../contract/kinds/tasks.ts';
import { RowList } from '../rows/row-list.tsx';
import type { RowKind } from '../rows/rows.ts';
import { ComparisonNote } from './comparison-note.tsx';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import classes from '../questions.module.css';

type Line = TaskOf<'order'>['lines'][number];

const LINES: RowKind<Line> = { blank: { text: '', group: null }, isBlank: ({ text }) => text.trim() === '', first: 3, enough: 2 };
const DISTRACTORS: RowKind<string> = { blank: '', isBlank: (text) => text.trim() === '', first: 0, enough: 0 };

/** The lines in their right order, the groups among them, and lines that belong nowhere. */
export function OrderForm({ task, now, isReadOnly, isBusy, language, isAssessment, onChange }: KindFormProps<'order'>) {
  const isOff = isReadOnly || isBusy;
  const canRun = language !== null && !isTerminal(language) && !isAssessment;
  const groups = Math.max(0, ...task.lines.map(({ group }) => group ?? 0));
  const groupChoices = [
    { value: '', label: 'In order' },
    ...Array.from({ length: groups + 1 }, (_, at) => ({ value: String(at + 1), label: `Group ${at + 1}` })),
  ];
  const rows = { isReadOnly, isBusy };
  const lineField = { autoComplete: 'off', maxLength: 1_000, spellCheck: !task.is_code, classNames: { input: classes.codeInput ?? '' } };
  return (
    <>
      <div className={classes.fields}>
        <Checkbox
          size="xs"
          label="The lines are code"
          checked={task.is_code}
          disabled={isOff}
          onChange={(event) =>
            onChange({
              is_code: event.currentTarget.checked,
              ...(!event.currentTarget.checked && { checks_indentation: false, accepts_other_orders: false }),
            })
          }
        />
        <Checkbox
          size="xs"
          label="Learners also indent them"
          checked={task.checks_indentation}
          disabled={isOff || !task.is_code}
          onChange={(event) => onChange({ checks_indentation: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Accept other orders that pass the screen’s check"
          checked={task.accepts_other_orders}
          disabled={isOff || !task.is_code || !canRun}
          onChange={(event) => onChange({ accepts_other_orders: event.currentTarget.checked })}
        />
      </div>
      {task.accepts_other_orders && (
        <p className={classes.hint}>
          {canRun
            ? 'All right lines in another order run as a program, and the check of this screen judges it.'
            : `Only your order counts: ${isAssessment ? 'nothing runs when an assessment is handed in' : 'this lesson has no code that runs on Submit'}.`}
        </p>
      )}
      <RowList
        {...rows}
        label="Lines in their right order"
        hint="Learners get them shuffled. Adjacent lines in the same group can come in any order. You can paste several lines at once."
        noun="line"
        kind={LINES}
        items={task.lines}
        itemsNow={() => now().lines}
        onChange={(lines) => onChange({ lines })}
        textOf={({ text }) => text}
        fromLine={(text) => ({ ...LINES.blank, text: text.trimEnd() })}
        following={({ text, group }) => ({ text: task.is_code ? indentOf(text) : '', group })}
      >
        {(row, { number, set, first }) => (
          <>
            <TextInput
              {...first}
              {...lineField}
              data-code={task.is_code || undefined}
              aria-label={`Line ${number}`}
              placeholder={`Line ${number}`}
              value={row.text}
              onChange={(event) => set({ ...row, text: event.currentTarget.value })}
            />
            <NativeSelect
              className={classes.narrow ?? ''}
              aria-label={`Group of line ${number}`}
              disabled={isOff}
              data={groupChoices}
              value={row.group ?? ''}
              onChange={(event) => set({ ...row, group: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
            />
          </>
        )}
      </RowList>
      <RowList
        {...rows}
        label="Lines that don’t belong"
        noun="distractor"
        addLabel="Add a line that doesn’t belong"
        kind={DISTRACTORS}
        items={task.distractors}
        itemsNow={() => now().distractors}
        onChange={(distractors) => onChange({ distractors })}
        textOf={(text) => text}
        fromLine={(text) => text.trimEnd()}
      >
        {(row, { number, set, first }) => (
          <TextInput
            {...first}
            {...lineField}
            data-code={task.is_code || undefined}
            aria-label={`Distractor ${number}`}
            placeholder={`Distractor ${number}`}
            value={row}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
      </RowList>
      <ComparisonNote>
        An answer needs all right lines and no others, in this order
        {task.accepts_other_orders && canRun ? ' or one that passes the check' : ''}. It doesn’t matter which of two equal lines comes
        first. Indentation counts only if learners indent.
      </ComparisonNote>
      <FeedbackRows
        {...rows}
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="A distractor"
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}
