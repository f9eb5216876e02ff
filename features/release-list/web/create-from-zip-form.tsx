import { Stack } from '@mantine/core';
import { useState } from 'react';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { useNewRelease } from '#features/releases/web/use-new-release.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { FileDrop } from '#platform/web/ui/file-drop.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { createReleaseFromZip } from './api.ts';
import type { NewReleaseFormProps } from './create-new-form.tsx';
import { MESSAGES } from './messages.ts';

/** What is wrong with a file for Create from Zip; null: nothing. */
function zipProblem(file: Pick<File, 'name'> | null): string | null {
  if (file === null) return MESSAGES.zipMissing;
  return /\.zip$/i.test(file.name) ? null : MESSAGES.zipWrong;
}

/** Creates a release from a .zip file of lessons. */
export function CreateFromZipForm({ releases, task, onDone, onClose }: NewReleaseFormProps) {
  const fields = useNewRelease(releases, { isSuggested: true, error: task.error });
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setChecked] = useState(false);
  // A dropped file is checked at once; a missing one when the form is submitted.
  const fileError = file === null && !isChecked ? null : zipProblem(file);
  const form = useFocusFirstError(JSON.stringify([fields.errors, isChecked && fileError]));
  const { isRunning } = task.operation;
  const create = (zip: File) =>
    task.start(async (context) => {
      const reply = await createReleaseFromZip({ name: fields.name.trim(), branch: fields.branch.trim(), file: zip }, context);
      const { invalidLessons: invalid, refused, ...release } = reply;
      return { release, invalid, refused };
    }, onDone);
  return (
    <form
      ref={form}
      noValidate
      aria-label="Create from Zip"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (fields.check() && file !== null && zipProblem(file) === null) create(file);
      }}
    >
      <Stack>
        <NewReleaseInputs fields={fields} branchHint="A new branch, created from main and pushed to the code host" isDisabled={isRunning} />
        <FileDrop
          label="Zip of lesson folders"
          accept=".zip,application/zip"
          hint="or drop a .zip file here"
          file={file}
          onFile={setFile}
          error={fileError}
          isDisabled={isRunning}
        />
        {task.error ? <ErrorBanner text={failureText(task.error, MESSAGES.createFailed)} /> : null}
        <ProgressPanel operation={task.operation} what="Uploading the file" />
        <DialogButtons submitLabel="Create" isBusy={isRunning} onClose={onClose} />
      </Stack>
    </form>
  );
}
