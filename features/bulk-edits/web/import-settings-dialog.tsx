import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { FileDrop } from '#platform/web/ui/file-drop.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { type BulkEditResult, SETTINGS_CSV_MAX, type SettingsCsvPreview } from '../contract.ts';
import { decodeCsv } from '../rules/decode-csv.ts';
import { EditOutcome } from './edit-outcome.tsx';
import { MESSAGES } from './messages.ts';
import { SettingsCsvChanges } from './settings-csv-changes.tsx';
import { useReportBulkEdit } from './use-undo-bulk-edit.ts';

/** Sets the settings that a CSV file says, all or none, after a preview of what changes. */
export default function ImportSettingsDialog({ onClose }: { onClose: () => void }) {
  const report = useReportBulkEdit();
  const { run, ...operation } = useOperation();
  const [file, setFile] = useState<File | null>(null);
  const [message, setMessage] = useState('');
  const [result, setResult] = useState<BulkEditResult | null>(null);
  const [error, setError] = useState<unknown>(null);
  const preview = useMutation({ mutationFn: readPreview });
  const shown = preview.data ?? null;
  const changing = shown?.lessons.length ?? 0;

  function choose(chosen: File | null) {
    setFile(chosen);
    setError(null);
    setResult(null);
    preview.reset();
    if (chosen) preview.mutate(chosen);
  }

  async function save({ lessons }: SettingsCsvPreview) {
    setError(null);
    try {
      const changes = lessons.map(({ id, cells }) => ({ id, cells }));
      const body = { lessons: changes, ...(message.trim() === '' ? {} : { message: message.trim() }) };
      const imported = await run(({ operationId }) => api.importSettings({ body: { ...body, operation_id: operationId } }));
      if (imported.edit && imported.left.length === 0) {
        report(imported.edit);
        onClose();
        return;
      }
      setResult(imported);
      preview.reset();
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <TaskDialog title="Import settings" size="xl" isRunning={operation.isRunning} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (shown && changing > 0) void save(shown);
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {MESSAGES.importAbout}
          </Text>
          <FileDrop
            label="CSV file"
            accept=".csv,.tsv,.txt"
            hint="or drop it here"
            file={file}
            onFile={choose}
            error={preview.isError ? previewError(preview.error) : null}
            isDisabled={operation.isRunning}
          />
          {shown ? <SettingsCsvChanges preview={shown} /> : null}
          {changing > 0 ? (
            <TextInput
              label="Message"
              description="Commit message. Default: the number of lessons."
              maxLength={LIMITS.messageMax}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
          ) : null}
          {result ? (
            <EditOutcome
              result={result}
              done={MESSAGES.changed(result.edit?.lessons ?? 0)}
              stayed={MESSAGES.stayed(result.left.length)}
              onUndo={onClose}
            />
          ) : null}
          <ErrorBanner text={error ? failureText(error, MESSAGES.saveFailed) : null} />
          <ProgressPanel operation={operation} what="Saving lessons" />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={operation.isRunning} onClick={onClose}>
              {result ? 'Close' : 'Cancel'}
            </Button>
            {result ? null : (
              <Button type="submit" loading={operation.isRunning || preview.isPending} disabled={changing === 0}>
                {changing > 0 ? `Change ${counted(changing, 'lesson')}` : 'Change lessons'}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </TaskDialog>
  );
}

/** The file itself can't be sent. Its message is shown as it is. */
class UnreadableFileError extends Error {}

async function readPreview(file: File): Promise<SettingsCsvPreview> {
  if (file.size > SETTINGS_CSV_MAX) throw new UnreadableFileError(MESSAGES.fileTooLarge(SETTINGS_CSV_MAX));
  const csv = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  if (csv === null) throw new UnreadableFileError(MESSAGES.fileEncoding);
  return api.previewSettingsCsv({ body: { csv } });
}

function previewError(error: unknown): string {
  return error instanceof UnreadableFileError ? error.message : failureText(error, MESSAGES.csvFailed);
}
