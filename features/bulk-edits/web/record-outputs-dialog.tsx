import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { BulkEditResult } from '../contract.ts';
import { EditOutcome } from './edit-outcome.tsx';
import { MESSAGES } from './messages.ts';
import { useReportBulkEdit } from './use-undo-bulk-edit.ts';

interface RecordOutputsDialogProps {
  lessons: readonly Pick<LessonRow, 'id'>[];
  onClose: () => void;
}

/** Records the missing outputs of several lessons. Then each screen whose code failed has a link. */
export default function RecordOutputsDialog({ lessons, onClose }: RecordOutputsDialogProps) {
  const report = useReportBulkEdit();
  const { run, ...operation } = useOperation();
  const [result, setResult] = useState<BulkEditResult | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function record() {
    setError(null);
    try {
      const lesson_ids = lessons.map(({ id }) => id);
      const recorded = await run(({ operationId }) => api.recordOutputs({ body: { lesson_ids, operation_id: operationId } }));
      if (recorded.edit && recorded.left.length === 0) {
        report(recorded.edit, MESSAGES.outputsRecorded(recorded.edit.documents));
        onClose();
      } else setResult(recorded);
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <TaskDialog title={`Record outputs of ${counted(lessons.length, 'lesson')}`} isRunning={operation.isRunning} onClose={onClose}>
      <Stack>
        {result === null ? <Text size="sm">{MESSAGES.outputsAbout}</Text> : null}
        {result?.left.length === 0 ? <Banner kind="info">{MESSAGES.noOutputs}</Banner> : null}
        {result && result.left.length > 0 ? (
          <EditOutcome
            result={result}
            done={MESSAGES.outputsRecorded(result.edit?.documents ?? 0)}
            stayed={MESSAGES.notRecorded(result.left.length)}
            onUndo={onClose}
          />
        ) : null}
        <ErrorBanner text={error ? failureText(error, MESSAGES.outputsFailed) : null} />
        <ProgressPanel operation={operation} what="Looking for missing outputs" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={operation.isRunning} onClick={onClose}>
            {result ? 'Close' : 'Cancel'}
          </Button>
          {result ? null : (
            <Button data-autofocus loading={operation.isRunning} onClick={() => void record()}>
              Record outputs
            </Button>
          )}
        </Group>
      </Stack>
    </TaskDialog>
  );
}
