import { Stack } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { useFocusFirstError } from '#web/ui/focus-first-error.ts';
import { LessonNumbersInput } from '#web/features/releases/lesson-numbers-input.tsx';
import { parseLessonNumbers } from '#web/ui/number-list.ts';
import { ProgressPanel } from '#web/ui/progress-panel.tsx';
import { createRelease } from './api.ts';
import { BranchCheck } from './branch-check.tsx';
import type { NewReleaseFormProps } from './create-new-form.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { MESSAGES } from './messages.ts';
import { NewReleaseInputs } from './new-release-fields.tsx';
import { releaseBody, useNewRelease } from './use-new-release.ts';

/** Creates a release from an existing branch. The lesson list is optional. */
export function ImportExistingForm({ releases, task, onDone, onClose }: NewReleaseFormProps) {
  const fields = useNewRelease(releases, { isSuggested: false, error: task.error });
  const [listed, setListed] = useState('');
  const form = useFocusFirstError(JSON.stringify(fields.errors));
  const { isRunning } = task.operation;
  const create = () => task.start((context) => createRelease({ ...releaseBody(fields, listed), create_new: false }, context), onDone);
  return (
    <form
      ref={form}
      noValidate
      aria-label="Import Existing"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields.check()) create();
      }}
    >
      <Stack>
        <NewReleaseInputs fields={fields} branchHint="An existing branch on the code host" isDisabled={isRunning} />
        <LessonNumbersInput
          description="Optional. Leave empty to list every lesson of the branch; import the content of each on its lesson page."
          value={listed}
          onChange={setListed}
          isDisabled={isRunning}
        />
        <BranchCheck branch={fields.branch.trim()} asked={parseLessonNumbers(listed)} isDisabled={isRunning} />
        {task.error ? <ErrorBanner text={failureText(task.error, MESSAGES.importReleaseFailed)} /> : null}
        <ProgressPanel operation={task.operation} what="Importing the release" />
        <DialogButtons submitLabel="Import" isBusy={isRunning} onClose={onClose} />
      </Stack>
    </form>
  );
}
