import { Button, Group, Stack, Textarea, TextInput, Progress } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { Dataset, DatasetUpload } from '../contract/datasets.ts';
import { datasetNameProblem } from '../datasets.policy.ts';
import { filesProblem, isWanted, matchFiles, totals, withFiles, type ChosenFile } from './chosen-files.ts';
import { FilesField } from './files-field.tsx';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { MESSAGES } from './messages.ts';
import { useUpload, type UploadTask } from './use-upload.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './datasets.module.css';

const DOING = { sending: MESSAGES.sending, waiting: MESSAGES.waitingShort, making: MESSAGES.making } as const;

/** Total progress, what it waits for, and Stop. Empty while no upload is running. */
function UploadProgressPanel({ task, total }: { task: UploadTask; total: number }) {
  const { progress, isStopping, stop } = task;
  if (progress === null) return null;
  const sent = progress.sent.reduce((sum, bytes) => sum + bytes, 0);
  const doing = isStopping ? 'Stopping' : DOING[progress.state];
  return (
    <div className={classes.progress} role="group" aria-label="Progress">
      {progress.state === 'waiting' ? <Banner kind="warning">{MESSAGES.waiting(progress.reason ?? '')}</Banner> : null}
      <div className={classes.progressLine}>
        <span role="status">{doing}…</span>
        <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} disabled={isStopping} onClick={stop}>
          Stop
        </Button>
      </div>
      <Progress value={total === 0 ? 100 : (100 * sent) / total} animated={progress.state === 'making'} aria-label="The whole upload" />
      <div className={layout.note}>
        {fileSizeText(sent)} of {fileSizeText(total)}
      </div>
    </div>
  );
}

interface UploadDialogProps {
  /** The dataset to add a version to; null: a new dataset. */
  dataset: Pick<Dataset, 'id' | 'name'> | null;
  onDone: (dataset: Dataset) => void;
  onClose: () => void;
}

/** The New Dataset and Upload New Version dialogs, which can resume interrupted uploads. Open while rendered. */
export function UploadDialog({ dataset, onDone, onClose }: UploadDialogProps) {
  const task = useUpload();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [unmatched, setUnmatched] = useState<readonly string[]>([]);
  const [resumed, setResumed] = useState<DatasetUpload | null>(null);
  const [isChecked, setChecked] = useState(false);
  const isRunning = task.progress !== null;
  const problems = {
    name: dataset === null ? datasetNameProblem(name) : null,
    description: description.trim() === '' ? MESSAGES.descriptionMissing : null,
    files: filesProblem(files) ?? (files.some(isWanted) ? `${MESSAGES.chooseAgain}.` : null),
  };
  // Dropped files are checked at once; missing ones when the form is submitted.
  const filesError =
    unmatched.length > 0 ? unmatched.map(MESSAGES.notOneOfThem).join(' ') : isChecked || files.length > 0 ? problems.files : null;
  const isWaitingForFiles = resumed !== null && !isChecked && unmatched.length === 0;
  const shown = {
    name: isChecked ? problems.name : null,
    description: isChecked ? problems.description : null,
    files: isWaitingForFiles ? null : filesError,
  };
  const form = useFocusFirstError(JSON.stringify([shown.name, shown.description, isChecked && shown.files]));

  const add = (added: readonly File[]) => {
    if (resumed === null) {
      setFiles(withFiles(files, added));
      return;
    }
    const matched = matchFiles(files, added);
    setFiles(matched.list);
    setUnmatched(matched.strange);
  };
  const resume = (upload: DatasetUpload, itsFiles: ChosenFile[]) => {
    setResumed(upload);
    setName(upload.name);
    setDescription(upload.description);
    setFiles(itsFiles);
    setUnmatched([]);
    setChecked(false);
  };
  const send = () => {
    setChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    const uploadId = resumed?.uploadId ?? null;
    // A failed or stopped upload starts over, with nothing uploaded.
    setResumed(null);
    setFiles(files.map((each) => ({ ...each, arrived: [] })));
    task.start({ datasetId: dataset?.id ?? null, name: name.trim(), description: description.trim(), files, uploadId }, onDone);
  };

  const { total } = totals(files);
  return (
    <TaskDialog title={dataset === null ? 'New Dataset' : `New version of ${dataset.name}`} isRunning={isRunning} onClose={onClose}>
      <form
        ref={form}
        noValidate
        aria-label={dataset === null ? 'New Dataset' : 'Upload New Version'}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) send();
        }}
      >
        <Stack>
          {isRunning || resumed !== null ? null : <InterruptedUploads datasetId={dataset?.id ?? null} onResume={resume} />}
          {dataset === null ? (
            <TextInput
              label="Name"
              description={MESSAGES.nameHint}
              withAsterisk
              data-autofocus
              value={name}
              error={shown.name}
              readOnly={isRunning || resumed !== null}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          ) : null}
          <Textarea
            label="Description"
            {...(dataset === null ? {} : { description: 'What is new in this version', 'data-autofocus': true })}
            withAsterisk
            autosize
            minRows={2}
            maxRows={8}
            value={description}
            error={shown.description}
            readOnly={isRunning || resumed !== null}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <FilesField
            files={files}
            sent={task.progress?.sent ?? null}
            isResumed={resumed !== null}
            error={shown.files}
            onAdd={add}
            onChange={setFiles}
          />
          {task.error ? <ErrorBanner text={errorText(task.error, MESSAGES.uploadFailed)} /> : null}
          {task.wasStopped ? <Banner kind="info">{MESSAGES.stopped}</Banner> : null}
          <UploadProgressPanel task={task} total={total} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isRunning} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isRunning}>
              Upload
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveGuard
        isDirty={isRunning}
        what={`the upload of ${name === '' ? (dataset?.name ?? 'a dataset') : name}`}
        promise={MESSAGES.leaving}
      />
    </TaskDialog>
  );
}
