import { Textarea } from '@mantine/core';
import { LIMITS } from '#platform/contract/limits.ts';
import type { AnswerFeedback } from '../../contract/kinds/schemas/fields.ts';
import { RowList } from '../rows/row-list.tsx';
import type { RowKind } from '../rows/rows.ts';

interface FeedbackRowsProps {
  feedback: readonly AnswerFeedback[];
  now: () => readonly AnswerFeedback[];
  /** What a wrong answer is here: `A wrong number`. */
  placeholder: string;
  isReadOnly: boolean;
  isBusy: boolean;
  onChange: (feedback: AnswerFeedback[]) => void;
}

const FEEDBACK: RowKind<AnswerFeedback> = {
  blank: { answer: '', message: '' },
  isBlank: ({ answer, message }) => answer.trim() === '' && message.trim() === '',
  first: 0,
  enough: 0,
};

/** Wrong answers that the author expects, each with what learners then read. */
export function FeedbackRows({ feedback, now, placeholder, isReadOnly, isBusy, onChange }: FeedbackRowsProps) {
  return (
    <RowList
      label="Feedback on wrong answers"
      noun="wrong answer"
      addLabel="Add feedback on a wrong answer"
      kind={FEEDBACK}
      items={feedback}
      itemsNow={now}
      isReadOnly={isReadOnly}
      isBusy={isBusy}
      onChange={onChange}
      textOf={({ answer }) => answer}
    >
      {(row, { number, isOff, set, first }) => (
        <>
          <Textarea
            {...first}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={1_000}
            aria-label={`Wrong answer ${number}`}
            placeholder={placeholder}
            value={row.answer}
            onChange={(event) => set({ ...row, answer: event.currentTarget.value })}
          />
          <Textarea
            autosize
            minRows={1}
            maxRows={8}
            maxLength={LIMITS.textMax}
            readOnly={isOff}
            aria-label={`Feedback on wrong answer ${number}`}
            placeholder="Feedback"
            value={row.message}
            onChange={(event) => set({ ...row, message: event.currentTarget.value })}
          />
        </>
      )}
    </RowList>
  );
}
