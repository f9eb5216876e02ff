import { Stack } from '@mantine/core';
import { useState } from 'react';
import { LessonNumbersInput } from '#features/releases/web/lesson-numbers-input.tsx';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { releaseBody, useNewRelease } from '#features/releases/web/use-new-release.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { parseLessonNumbers } from '#platform/web/ui/number-list.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { createRelease } from './api.ts';
import { BranchCheck } from './branch-check.tsx';
import type { NewReleaseFormProps } from './create-new-form.tsx';
import { MESSAGES } from './messages.ts';

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
