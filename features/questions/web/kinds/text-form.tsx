import { NativeSelect, TextInput } from '@mantine/core';
import type { TaskOf } from '../../contract/kinds/tasks.ts';
import { RowList } from '../rows/row-list.tsx';
import type { RowKind } from '../rows/rows.ts';
import { ComparisonNote } from './comparison-note.tsx';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import classes from '../questions.module.css';

type Answer = TaskOf<'text'>['answers'][number];

const ANSWERS: RowKind<Answer> = {
  blank: { text: '', match: 'ignore-case' },
  isBlank: ({ text }) => text.trim() === '',
  first: 1,
  enough: 1,
};

const MATCHES: readonly { value: Answer['match']; label: string }[] = [
  { value: 'ignore-case', label: 'Any letter case' },
  { value: 'exact', label: 'Same letter case' },
  { value: 'wildcards', label: '* stands for any text' },
];

/** The accepted answers, and how each is compared. */
export function TextForm({ task, now, isReadOnly, isBusy, onChange }: KindFormProps<'text'>) {
  return (
    <>
      <RowList
        label="Accepted answers"
        noun="answer"
        kind={ANSWERS}
        items={task.answers}
        itemsNow={() => now().answers}
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onChange={(answers) => onChange({ answers })}
        textOf={({ text }) => text}
        fromLine={(text) => ({ ...ANSWERS.blank, text: text.trim() })}
        following={({ match }) => ({ ...ANSWERS.blank, match })}
      >
        {(row, { number, isOff, set, first }) => (
          <>
            <TextInput
              {...first}
              aria-label={`Answer ${number}`}
              placeholder={`Answer ${number}`}
              autoComplete="off"
              maxLength={1_000}
              value={row.text}
              onChange={(event) => set({ ...row, text: event.currentTarget.value })}
            />
            <NativeSelect
              className={classes.narrow ?? ''}
              aria-label={`Comparison of answer ${number}`}
              disabled={isOff}
              data={MATCHES}
              value={row.match}
              onChange={(event) =>
                set({ ...row, match: MATCHES.find(({ value }) => value === event.currentTarget.value)?.value ?? row.match })
              }
            />
          </>
        )}
      </RowList>
      <ComparisonNote>
        Extra spaces and the encoding of accents don’t count. Curly quotes and long dashes count only with “Same letter case”.
      </ComparisonNote>
      <FeedbackRows
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="A wrong answer"
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}
