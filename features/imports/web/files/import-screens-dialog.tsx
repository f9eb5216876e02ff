import { Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { isAbort } from '#platform/web/operation.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { ImportReport } from '../../contract/import-file.ts';
import { FIRST_OPTIONS, type ImportOptions, sendScreens } from './api.ts';
import { FilesInput } from './files-input.tsx';
import { isImportable } from './import-items.ts';
import { ImportOptionsFields } from './import-options.tsx';
import { MESSAGES } from './messages.ts';
import { ReportSummary } from './report-summary.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../imports.module.css';

interface ImportScreensDialogProps {
  lessonId: number;
  /** Pasted or dropped; null: it is chosen in the dialog. */
  given: File | null;
  /** The number of the first new screen; null: at the end. */
  sequence: number | null;
  onClose: () => void;
}

const TITLE = 'Add screens from a document';

/** Adds the screens of a notebook or a Markdown file to a lesson, with a preview. Open while rendered. */
export default function ImportScreensDialog({ lessonId, given, sequence, onClose }: ImportScreensDialogProps) {
  const [file, setFile] = useState(given);
  const [options, setOptions] = useState<ImportOptions>(FIRST_OPTIONS);
  const { report, error } = useReport(lessonId, file, options);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: screenNamesQuery(lessonId).queryKey, exact: true });
  const add = useMutation({
    mutationFn: (sent: File) => sendScreens({ lessonId, file: sent, sequence, ...options, dryRun: false }, new AbortController().signal),
    onSuccess: async ({ screens }) => {
      await refresh();
      onClose();
      showOffer({
        message: MESSAGES.screensAdded(counted(screens.length, 'screen')),
        label: 'Undo',
        onClick: () => void removeScreens(lessonId, screens).then(refresh),
      });
    },
  });
  return (
    <TaskDialog title={TITLE} size="lg" isRunning={add.isPending} onClose={onClose}>
      <form
        noValidate
        aria-label={TITLE}
        onSubmit={(event) => {
          event.preventDefault();
          if (file && report && !add.isPending) add.mutate(file);
        }}
      >
        <Stack>
          {given ? null : <FilesInput isSingle isDisabled={add.isPending} onFiles={([chosen]) => chosen && setFile(chosen)} />}
          {file ? (
            <div className={`${layout.card} ${classes.card}`} role="group" aria-label={file.name}>
              <span className={classes.importFileName}>{file.name}</span>
              {report ? <ReportSummary report={report} isDone={false} isOpenFirst areScreensOpen /> : null}
              {error === null && !report ? (
                <span className={classes.line} role="status">
                  <Loader size={14} aria-hidden /> Reading…
                </span>
              ) : null}
              <ErrorBanner text={error} />
            </div>
          ) : (
            <Text size="sm" c="dimmed">
              {MESSAGES.screensEmpty}
            </Text>
          )}
          <ImportOptionsFields
            options={options}
            packages={[]}
            hasReleases={false}
            isDisabled={add.isPending}
            onChange={(changed) => setOptions({ ...options, ...changed })}
          />
          <ErrorBanner text={add.isError ? errorText(add.error, MESSAGES.screensFailed) : null} />
          <DialogButtons
            submitLabel={report ? `Add ${counted(report.screens.length, 'screen')}` : 'Add screens'}
            isBusy={add.isPending}
            isDisabled={!report}
            onClose={onClose}
          />
        </Stack>
      </form>
    </TaskDialog>
  );
}

/** What the server would make of the file. Whether its code is the answer makes no difference to that. */
function useReport(
  lessonId: number,
  file: File | null,
  { earlierCode, structure }: Pick<ImportOptions, 'earlierCode' | 'structure'>,
): { report: ImportReport | null; error: string | null } {
  const [read, setRead] = useState<{ key: unknown; of: string; report: ImportReport | null; error: string | null } | null>(null);
  const of = `${earlierCode} ${structure}`;
  useEffect(() => {
    if (!file || !isImportable(file.name)) return undefined;
    const reading = new AbortController();
    const options = { ...FIRST_OPTIONS, earlierCode, structure };
    sendScreens({ lessonId, file, sequence: null, ...options, dryRun: true }, reading.signal).then(
      ({ report }) => setRead({ key: file, of, report, error: null }),
      (error: unknown) => {
        if (!isAbort(error)) setRead({ key: file, of, report: null, error: errorText(error, MESSAGES.readFailed) });
      },
    );
    return () => reading.abort();
  }, [lessonId, file, earlierCode, structure, of]);
  if (file && !isImportable(file.name)) return { report: null, error: MESSAGES.wrongKind };
  return read?.key === file && read.of === of ? read : { report: null, error: null };
}

async function removeScreens(lessonId: number, screens: readonly number[]): Promise<void> {
  try {
    for (const screenId of screens.toReversed()) await api.deleteScreen({ params: { lessonId, screenId }, query: NAMES_ONLY });
    showResult(MESSAGES.screensUndone);
  } catch (error) {
    showResult(errorText(error, MESSAGES.undoFailed));
  }
}
