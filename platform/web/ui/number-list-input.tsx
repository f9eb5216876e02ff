import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { cleanLessonNumbers } from './number-list.ts';

interface NumberListInputProps {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  values: readonly number[];
  onChange: (values: number[]) => void;
  /** Entered but not added yet. */
  pending: string;
  onPending: (text: string) => void;
  min: number;
  max: number;
  maxCount: number;
  isReadOnly?: boolean;
  error?: ReactNode;
}

/** A list of numbers, shown as tags. Accepts digits, split on commas and spaces; numbers out of range stay in the input. */
export function NumberListInput(props: NumberListInputProps) {
  const { label, description, placeholder, values, onChange, pending, onPending, min, max, maxCount, isReadOnly = false, error } = props;
  const isOut = pending !== '' && !isWithin(pending, min, max);
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={values.length === 0 ? placeholder : ''}
      inputMode="numeric"
      value={values.map(String)}
      searchValue={pending}
      onSearchChange={(text) => onPending(cleanLessonNumbers(text).replace(/[ ,]/g, ''))}
      splitChars={[',', ' ']}
      maxTags={maxCount}
      // Don't add an unfinished number on blur: Save warns about it.
      acceptValueOnBlur={false}
      clearable={false}
      readOnly={isReadOnly}
      error={error ?? (isOut ? `A number from ${min} to ${max.toLocaleString('en')}.` : null)}
      onChange={(texts) => onChange([...new Set(texts.filter((text) => isWithin(text, min, max)).map(Number))])}
    />
  );
}

function isWithin(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
