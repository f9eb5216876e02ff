import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { ComparisonNote } from './comparison-note.tsx';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import classes from '../questions.module.css';

/** The value, how far answers may be off, and the unit. */
export function NumberForm({ task, now, isReadOnly, isBusy, onChange }: KindFormProps<'number'>) {
  const isOff = isReadOnly || isBusy;
  const common = { readOnly: isOff, size: 'sm', autoComplete: 'off', maxLength: 1_000 } as const;
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          {...common}
          label="Answer"
          placeholder={task.allows_formula ? '2*pi' : '3.14'}
          value={task.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
        <TextInput
          {...common}
          label="Tolerance"
          placeholder="None"
          value={task.tolerance}
          onChange={(event) => onChange({ tolerance: event.currentTarget.value })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Kind of tolerance"
          disabled={isOff}
          data={[
            { value: 'absolute', label: 'Plus or minus' },
            { value: 'relative', label: 'Share of the answer' },
          ]}
          value={task.tolerance_type}
          onChange={(tolerance_type) => onChange({ tolerance_type })}
        />
        <TextInput
          {...common}
          maxLength={50}
          label="Unit"
          placeholder="None"
          value={task.unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        size="xs"
        label="Accept formulas, such as 3/4 or 2*pi"
        checked={task.allows_formula}
        disabled={isOff}
        onChange={(event) => onChange({ allows_formula: event.currentTarget.checked })}
      />
      <ComparisonNote>
        Without a tolerance, the number must be exact. 1.5, 1,5 and 1.5e0 are the same number. If you enter a unit, learners must type it,
        too.
      </ComparisonNote>
      <FeedbackRows
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="A wrong number"
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}
