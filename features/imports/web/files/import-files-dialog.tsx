import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { FIRST_OPTIONS, type ImportOptions } from './api.ts';
import { FileCard } from './file-card.tsx';
import { FilesInput } from './files-input.tsx';
import { itemsToSend, numberProblem } from './import-items.ts';
import { ImportOptionsFields } from './import-options.tsx';
import { MESSAGES } from './messages.ts';
import { useImportFiles } from './use-import-files.ts';
import classes from '../imports.module.css';

interface ImportFilesDialogProps {
  /** Numbers of existing lessons. */
  numbers: readonly number[];
  /** Whether the user can choose a release other than their drafts. */
  hasReleases: boolean;
  onClose: () => void;
}

/** Imports notebooks and Markdown files as lessons, with a preview of each. */
export default function ImportFilesDialog({ numbers, hasReleases, onClose }: ImportFilesDialogProps) {
  const [options, setOptions] = useState<ImportOptions>(FIRST_OPTIONS);
  const { items, operation, add, remove, change, start, readAgain } = useImportFiles(numbers, options);
  const { isRunning } = operation;
  const waiting = itemsToSend(items);
  const done = items.filter(({ state }) => state.is === 'done').length;
  // Every file is imported.
  const isOver = done > 0 && waiting.length === 0 && !isRunning;
  const isReading = items.some(({ state }) => state.is === 'reading');
  const isReady = waiting.length > 0 && !isReading && !isRunning && waiting.every((item) => numberProblem(item, items) === null);
  return (
    <TaskDialog title="Import lessons" size="xl" isRunning={isRunning} onClose={onClose}>
      <form
        noValidate
        aria-label="Import lessons"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) start(options);
        }}
      >
        <Stack>
          <FilesInput isDisabled={isRunning} onFiles={add} />
          {items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {MESSAGES.empty}
            </Text>
          ) : (
            <ul className={classes.cards} aria-label="Files to import">
              {items.map((item) => (
                <FileCard
                  // After the import, the list of skipped items opens.
                  key={`${item.id} ${item.state.is === 'done'}`}
                  item={item}
                  numberError={numberProblem(item, items)}
                  isDisabled={isRunning}
                  onChange={(changes) => change(item.id, changes)}
                  onRemove={() => remove(item.id)}
                />
              ))}
            </ul>
          )}
          {isOver ? null : (
            <ImportOptionsFields
              options={options}
              packages={[...new Set(items.flatMap(({ state }) => ('report' in state ? state.report.packages : [])))]}
              hasReleases={hasReleases}
              isDisabled={isRunning}
              onChange={(changed) => {
                const next = { ...options, ...changed };
                setOptions(next);
                if (next.structure !== options.structure || next.packages !== options.packages) readAgain(next);
              }}
            />
          )}
          <Stack gap="xs" className={classes.footer ?? ''}>
            <ProgressPanel operation={operation} what="Importing" />
            <Group justify="flex-end" gap="xs">
              <Text size="sm" role="status" className={classes.told ?? ''}>
                {done > 0 && !isRunning ? MESSAGES.done(counted(done, 'lesson')) : ''}
              </Text>
              <Button variant="default" onClick={onClose} disabled={isRunning}>
                {done > 0 ? 'Close' : 'Cancel'}
              </Button>
              {isOver ? null : (
                <Button type="submit" disabled={!isReady && !isRunning} loading={isRunning}>
                  {waiting.length > 1 ? `Import ${waiting.length} lessons` : 'Import'}
                </Button>
              )}
            </Group>
          </Stack>
        </Stack>
      </form>
    </TaskDialog>
  );
}
