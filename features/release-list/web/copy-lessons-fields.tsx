import { Autocomplete, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { LessonNumbersInput } from '#features/releases/web/lesson-numbers-input.tsx';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { findSource } from './copy-source.ts';
import { EditedLessons } from './edited-lessons.tsx';
import { MESSAGES } from './messages.ts';

/** What to copy, as entered. */
export interface CopyChoice {
  /** The name of the release; empty: nothing is copied. */
  source: string;
  chosen: ReadonlySet<number>;
  /** More lesson numbers, as entered. */
  numbers: string;
}

interface CopyLessonsFieldsProps {
  release: Release;
  /** Ids by name. */
  sources: ReadonlyMap<string, number>;
  value: CopyChoice;
  onChange: (value: CopyChoice) => void;
  error: string | null;
  isDisabled: boolean;
}

/** Copies lessons from another release: the release, its edited lessons, and others by number. */
export function CopyLessonsFields({ release, sources, value, onChange, error, isDisabled }: CopyLessonsFieldsProps) {
  const from = findSource(sources, value.source);
  const lessons = useQuery({ ...lessonsQuery, select: editedAndExisting(release.id, from), enabled: from !== null });
  return (
    <Stack gap="sm">
      <Autocomplete
        label="Copy lessons from"
        description="Optional. The originals stay there."
        placeholder="Choose a release"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear release' }}
        disabled={isDisabled}
        data={[...sources.keys()]}
        value={value.source}
        error={error}
        onChange={(source) => {
          const isSame = findSource(sources, source) === from;
          onChange({ ...value, source, chosen: isSame ? value.chosen : new Set() });
        }}
      />
      {from === null ? null : (
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
