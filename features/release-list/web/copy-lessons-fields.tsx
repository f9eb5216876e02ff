import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { LessonNumbersInput } from '#features/releases/web/lesson-numbers-input.tsx';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { EditedLessons } from './edited-lessons.tsx';
import { MESSAGES } from './messages.ts';

/** What to copy, as entered. */
export interface CopyChoice {
  from: number | null;
  /** What was typed instead of a release; null: nothing. */
  unknown: string | null;
  chosen: ReadonlySet<number>;
  /** More lesson numbers, as entered. */
  numbers: string;
}

interface CopyLessonsFieldsProps {
  release: Release;
  releases: readonly Release[];
  value: CopyChoice;
  onChange: (value: CopyChoice) => void;
  isDisabled: boolean;
}

/** Copies lessons from another release: the release, its edited lessons, and others by number. */
export function CopyLessonsFields({ release, releases, value, onChange, isDisabled }: CopyLessonsFieldsProps) {
  const others = releases.filter((candidate) => candidate.id !== release.id);
  const typed = useRef('');
  const lessons = useQuery({ ...lessonsQuery, select: editedAndExisting(release.id, value.from), enabled: value.from !== null });
  return (
    <Stack gap="sm">
      <Select
        label="Copy lessons from"
        description="Optional. The originals stay there."
        placeholder="Choose a release"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear release' }}
        nothingFoundMessage={MESSAGES.noMatch}
        disabled={isDisabled}
        data={others.map((candidate) => ({ value: String(candidate.id), label: candidate.name }))}
        value={value.from === null ? null : String(value.from)}
        error={value.unknown === null ? null : MESSAGES.releaseUnknown(value.unknown)}
        onChange={(id) => onChange({ ...value, from: id === null ? null : Number(id), unknown: null, chosen: new Set() })}
        onSearchChange={(text) => {
          // Leaving the field empties it.
          if (document.activeElement?.matches('input')) typed.current = text;
        }}
        onBlur={() => {
          const text = typed.current.trim();
          const isKnown = text === '' || others.some(({ name }) => name === text);
          onChange({ ...value, unknown: isKnown ? null : text });
        }}
      />
      {value.from === null ? null : (
        <>
          {lessons.isError ? <ErrorBanner text={failureText(lessons.error, MESSAGES.editedFailed)} /> : null}
          {lessons.data ? (
            <EditedLessons
              {...lessons.data}
              chosen={value.chosen}
              onChange={(chosen) => onChange({ ...value, chosen })}
              isDisabled={isDisabled}
            />
          ) : null}
          <LessonNumbersInput
            label="Other lesson numbers"
            value={value.numbers}
            onChange={(numbers) => onChange({ ...value, numbers })}
            isDisabled={isDisabled}
          />
        </>
      )}
    </Stack>
  );
}

/** From the list of lessons: the edited ones of the source release, and the numbers that the target already has. */
function editedAndExisting(into: number, from: number | null) {
  return (rows: readonly LessonRow[]) => ({
    lessons: rows
      .filter((row) => row.release_id === from && row.release_status === 'Modified')
      .sort((left, right) => left.sequence - right.sequence),
    taken: new Set(rows.filter((row) => row.release_id === into).map((row) => row.sequence)),
  });
}
