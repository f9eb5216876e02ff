import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';
import { LessonNumbersInput } from '#features/releases/web/lesson-numbers-input.tsx';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { parseLessonNumbers } from '#platform/web/ui/number-list.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { importLessons } from './api.ts';
import { MESSAGES } from './messages.ts';
import { ReleaseOutcome } from './release-outcome.tsx';
import type { InvalidLessons } from './release-result.ts';
import { useReleaseTask } from './use-release-task.ts';

interface ImportLessonsDialogProps {
  release: Release;
  /** All requested lessons were imported. */
  onImported: (release: Release, count: number) => void;
  onClose: () => void;
}

/** Imports lessons from the branch of a release, by number. */
export default function ImportLessonsDialog({ release, onImported, onClose }: ImportLessonsDialogProps) {
  const [numbers, setNumbers] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [outcome, setOutcome] = useState<{ invalid: InvalidLessons; count: number } | null>(null);
  const task = useReleaseTask<{ invalidLessons: InvalidLessons }>();
  const lessons = parseLessonNumbers(numbers);
  const { isRunning } = task.operation;
  const start = () =>
    task.start(
      (context) => importLessons(release, lessons, context),
      ({ invalidLessons: invalid }) => {
        const count = lessons.length - Object.keys(invalid).length;
        if (count === lessons.length) onImported(release, count);
        else setOutcome({ invalid, count });
      },
    );
  return (
    <TaskDialog title={`Import lessons into ${release.name}`} isRunning={isRunning} onClose={onClose}>
      {outcome ? (
        <ReleaseOutcome
          invalid={outcome.invalid}
          refused={[]}
          done={outcome.count === 0 ? null : MESSAGES.imported(outcome.count, release.name)}
          onClose={onClose}
        />
      ) : (
        <form
          noValidate
          aria-label="Import lessons"
          onSubmit={(event) => {
            event.preventDefault();
            setChecked(true);
            if (lessons.length > 0 && !isRunning) start();
          }}
        >
          <Stack>
            <Text size="sm">
              They are read from the branch <code>{release.version_major}</code> as it is on the code host now.
            </Text>
            <LessonNumbersInput
              isFirst
              value={numbers}
              onChange={setNumbers}
              isDisabled={isRunning}
              error={isChecked && lessons.length === 0 ? MESSAGES.numbersEmpty : null}
            />
            {task.error ? <ErrorBanner text={failureText(task.error, MESSAGES.importFailed)} /> : null}
            <ProgressPanel operation={task.operation} what="Importing lessons" />
            <DialogButtons submitLabel="Import" isBusy={isRunning} onClose={onClose} />
          </Stack>
        </form>
      )}
    </TaskDialog>
  );
}
