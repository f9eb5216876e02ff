import { Select, TextInput } from '@mantine/core';
import { canBeDue, DUE_DAYS, DUE_OUTSIDE, STAGES, type Stage } from '../planning.policy.ts';

interface PlanningInputProps<V> {
  value: V | null;
  onChange: (value: V | null) => void;
  isReadOnly?: boolean;
  error?: string | undefined;
}

/** The day until which a lesson is to be ready. */
export function DueInput({ value, onChange, isReadOnly = false, error }: PlanningInputProps<string>) {
  return (
    <TextInput
      label="Due date"
      type="date"
      min={DUE_DAYS.first}
      max={DUE_DAYS.last}
      value={value ?? ''}
      readOnly={isReadOnly}
      error={error ?? (value === null || canBeDue(value) ? undefined : DUE_OUTSIDE)}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

const STAGE_OPTIONS = Object.entries(STAGES).map(([value, label]) => ({ value, label }));

/** How far the work on a lesson is. */
export function StageSelect({ value, onChange, isReadOnly = false, error }: PlanningInputProps<Stage>) {
  return (
    <Select
      label="Stage"
      placeholder="None"
      data={STAGE_OPTIONS}
      // The chosen one, chosen again, stays: there is a button to clear it.
      allowDeselect={false}
      value={value}
      clearable={!isReadOnly}
      clearButtonProps={{ 'aria-label': 'Clear stage' }}
      readOnly={isReadOnly}
      error={error}
      onChange={(stage) => onChange(stage as Stage | null)}
    />
  );
}
