import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation, type OperationContext } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { parseLessonNumbers } from '#platform/web/ui/number-list.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { LessonNumbersInput } from './lesson-numbers-input.tsx';
import { RELEASE_DIALOG_MESSAGES as MESSAGES } from './messages.ts';
import { ReleaseSelect } from './release-select.tsx';

/** The result of an import. */
export interface ImportOutcome {
  /** Number of imported items. */
  count: number;
  /** Reasons by rejected number. */
  invalid: Readonly<Record<string, string>>;
}

interface ImportDialogProps {
  title: string;
  /** Name of an imported item: `course`. */
  noun: string;
  onImport: (releaseId: number, sequences: number[], context: OperationContext) => Promise<ImportOutcome>;
  /** All requested items were imported. */
  onDone: (text: string) => void;
  onClose: () => void;
}

/**
 * Imports some numbers from the branch of a release, with progress and Stop. A release and at least one number are required; the box
 * keeps only digits, spaces and commas. Rejected numbers are listed with their reasons. Open while rendered.
 */
export function ImportDialog({ title, noun, onImport, onDone, onClose }: ImportDialogProps) {
  const [releaseId, setReleaseId] = useState<number | null>(null);
  const [numbers, setNumbers] = useState('');
  const [refusal, setRefusal] = useState<object | null>(null);
  const form = useFocusFirstError(refusal);
  const { run, ...operation } = useOperation();
  const task = useMutation({
    mutationFn: ({ id, list }: { id: number; list: number[] }) => run((context) => onImport(id, list, context)),
  });
  const sequences = parseLessonNumbers(numbers);
  const isBusy = task.isPending;
  const doneText = (count: number) => `${counted(count, noun)} imported.`;
  const start = () => {
    if (releaseId === null || sequences.length === 0) return setRefusal({});
    if (isBusy) return undefined;
    return task.mutate(
      { id: releaseId, list: sequences },
      {
        onSuccess: ({ count, invalid }) => {
          if (Object.keys(invalid).length === 0) onDone(doneText(count));
        },
      },
    );
  };
  return (
    <TaskDialog title={title} size="md" isRunning={isBusy} onClose={onClose}>
      {task.data && Object.keys(task.data.invalid).length > 0 ? (
        <Refused outcome={task.data} doneText={doneText(task.data.count)} onClose={onClose} />
      ) : (
        <form
          ref={form}
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <Stack>
            {task.isError ? <ErrorBanner text={errorText(task.error, MESSAGES.importFailed)} /> : null}
            <ReleaseSelect
              isFirst
              value={releaseId}
              onChange={setReleaseId}
              error={refusal && releaseId === null ? MESSAGES.releaseMissing : null}
              isDisabled={isBusy}
            />
            <LessonNumbersInput
              label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} numbers`}
              noun={noun}
              isRequired
              value={numbers}
              onChange={setNumbers}
              isDisabled={isBusy}
              error={refusal && sequences.length === 0 ? MESSAGES.numbersMissing : null}
            />
            <ProgressPanel operation={operation} what={`Importing ${noun}s`} />
            <DialogButtons submitLabel="Import" isBusy={isBusy} onClose={onClose} />
          </Stack>
        </form>
      )}
    </TaskDialog>
  );
}

function Refused({ outcome, doneText, onClose }: { outcome: ImportOutcome; doneText: string; onClose: () => void }) {
  return (
    <Stack>
      <Banner kind="warning">{outcome.count === 0 ? 'Nothing was imported.' : doneText}</Banner>
      <ul aria-label="Numbers that could not be imported" style={{ margin: 0, paddingLeft: 'var(--mantine-spacing-md)' }}>
        {Object.entries(outcome.invalid).map(([sequence, reason]) => (
          <li key={sequence}>
            <Text span size="sm">
              <b>{sequence}</b>: {reason}
            </Text>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
