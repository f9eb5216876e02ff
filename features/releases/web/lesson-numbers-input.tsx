import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { cleanLessonNumbers, parseLessonNumbers } from '#platform/web/ui/number-list.ts';

interface LessonNumbersInputProps {
  label?: string;
  /** Name of a listed item, for the count: `course`. */
  noun?: string;
  description?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** Whether it is focused when its dialog opens. */
  isFirst?: boolean;
}

/** A list of lesson numbers. Keeps only digits, commas and spaces; pasted lists may have other separators and ranges. */
export function LessonNumbersInput(props: LessonNumbersInputProps) {
  const {
    label = 'Lesson numbers',
    noun = 'lesson',
    description,
    value,
    onChange,
    error,
    isDisabled = false,
    isRequired = false,
    isFirst = false,
  } = props;
  const count = parseLessonNumbers(value).length;
  return (
    <Textarea
      label={label}
      description={
        <>
          {description ?? 'Digits, commas and spaces: 101, 102 103. Ranges are written out: 101-103'}
          {count === 0 ? null : ` · ${counted(count, noun)}`}
        </>
      }
      inputMode="numeric"
      autoComplete="off"
      autosize
      minRows={1}
      maxRows={6}
      required={isRequired}
      data-autofocus={isFirst || undefined}
      disabled={isDisabled}
      error={error}
      value={value}
      onChange={({ currentTarget: { value: next }, nativeEvent }) => {
        // Several characters at once are no range that is being typed.
        const isPasted = next.length - value.length > 1 || (nativeEvent as InputEvent).inputType === 'insertFromPaste';
        onChange(cleanLessonNumbers(next, isPasted));
      }}
      onBlur={() => onChange(cleanLessonNumbers(value, true))}
      onKeyDown={(event) => {
        // Enter submits the form, as in a single-line field.
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
