import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseLessonNumbers } from './number-list.ts';

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

/** A list of numbers, shown as tags. Accepts digits, split on commas, semicolons and spaces; numbers out of range stay in the input. */
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
      onSearchChange={(text) => onPending(text.replace(/\D/g, ''))}
      splitChars={[',', ' ', ';']}
      maxTags={maxCount}
      // Don't add an unfinished number on blur: Save warns about it.
      acceptValueOnBlur={false}
      clearable={false}
      readOnly={isReadOnly}
      error={error ?? (isOut ? `A number from ${min} to ${max.toLocaleString('en')}.` : null)}
      // Pasted lists may have other separators, and ranges.
      onChange={(texts) => onChange(numbersIn(texts, min, max).slice(0, maxCount))}
    />
  );
}

function numbersIn(texts: readonly string[], min: number, max: number): number[] {
  return [...new Set(texts.flatMap(parseLessonNumbers))].filter((number) => number >= min && number <= max);
}

function isWithin(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
