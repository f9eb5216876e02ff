import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';
import { LessonNumbersInput } from '#features/releases/web/lesson-numbers-input.tsx';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { releaseBody, useNewRelease } from '#features/releases/web/use-new-release.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { createRelease } from './api.ts';
import { MESSAGES } from './messages.ts';
import type { ReleaseResult } from './release-result.ts';
import type { ReleaseTask } from './use-release-task.ts';

export interface NewReleaseFormProps {
  releases: readonly Release[];
  task: ReleaseTask<ReleaseResult>;
  onDone: (result: ReleaseResult) => void;
  onClose: () => void;
}

/** Creates a release with a new branch from main. The lesson list is optional. */
export function CreateNewForm({ releases, task, onDone, onClose }: NewReleaseFormProps) {
  const fields = useNewRelease(releases, { isSuggested: true, error: task.error });
  const [listed, setListed] = useState('');
  const form = useFocusFirstError(JSON.stringify(fields.errors));
  const { isRunning } = task.operation;
  const create = () => task.start((context) => createRelease({ ...releaseBody(fields, listed), create_new: true }, context), onDone);
  return (
    <form
      ref={form}
      noValidate
      aria-label="Create New"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields.check()) create();
      }}
    >
      <Stack>
        <NewReleaseInputs fields={fields} branchHint="A new branch, created from main and pushed to the code host" isDisabled={isRunning} />
        <LessonNumbersInput
          description="Optional. These lessons are copied from main into the release."
          value={listed}
          onChange={setListed}
          isDisabled={isRunning}
        />
        {task.error ? <ErrorBanner text={failureText(task.error, MESSAGES.createFailed)} /> : null}
        <ProgressPanel operation={task.operation} what="Creating the branch" />
        <DialogButtons submitLabel="Create" isBusy={isRunning} onClose={onClose} />
      </Stack>
    </form>
  );
}
