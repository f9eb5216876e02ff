import { Textarea } from '@mantine/core';
import { LIMITS } from '#platform/contract/limits.ts';
import type { TaskOf } from '../../contract/kinds/tasks.ts';
import { RowList } from '../rows/row-list.tsx';
import type { RowKind } from '../rows/rows.ts';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';

type Pair = TaskOf<'match'>['pairs'][number];

const PAIRS: RowKind<Pair> = {
  blank: { left: '', right: '' },
  isBlank: ({ left, right }) => left.trim() === '' && right.trim() === '',
  first: 3,
  enough: 2,
};
const SPARES: RowKind<string> = { blank: '', isBlank: (text) => text.trim() === '', first: 0, enough: 0 };
const TEXTS = { autosize: true, minRows: 1, maxRows: 8, maxLength: LIMITS.shortTextMax } as const;

/** The pairs, and right sides that belong to none. */
export function MatchForm({ task, now, isReadOnly, isBusy, onChange }: KindFormProps<'match'>) {
  const rows = { isReadOnly, isBusy };
  return (
    <>
      <RowList
        {...rows}
        label="Pairs"
        hint="Both sides are Markdown. Learners get the right sides shuffled."
        noun="pair"
        kind={PAIRS}
        items={task.pairs}
        itemsNow={() => now().pairs}
        onChange={(pairs) => onChange({ pairs })}
        textOf={({ left }) => left}
      >
        {(row, { number, isOff, set, first }) => (
          <>
            <Textarea
              {...TEXTS}
              {...first}
              aria-label={`Left side of pair ${number}`}
              placeholder={`Left side ${number}`}
              value={row.left}
              onChange={(event) => set({ ...row, left: event.currentTarget.value })}
            />
            <Textarea
              {...TEXTS}
              readOnly={isOff}
              aria-label={`Right side of pair ${number}`}
              placeholder={`Right side ${number}`}
              value={row.right}
              onChange={(event) => set({ ...row, right: event.currentTarget.value })}
              onKeyDown={first.onKeyDown}
            />
          </>
        )}
      </RowList>
      <RowList
        {...rows}
        label="Spare choices"
        noun="spare choice"
        kind={SPARES}
        items={task.spares}
        itemsNow={() => now().spares}
        onChange={(spares) => onChange({ spares })}
        textOf={(text) => text}
      >
        {(row, { number, set, first }) => (
          <Textarea
            {...TEXTS}
            {...first}
            aria-label={`Spare choice ${number}`}
            placeholder={`Spare choice ${number}`}
            value={row}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
      </RowList>
      <FeedbackRows
        {...rows}
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="A choice that was matched incorrectly"
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}
