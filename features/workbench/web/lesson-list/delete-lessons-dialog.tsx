import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { TRASH_RETENTION_DAYS } from '#features/trash/contract.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { FailedLessons, type FailedLesson } from './failed-lessons.tsx';

interface DeleteLessonsDialogProps {
  lessons: readonly LessonRow[];
  /** Everything is done. */
  onDone: () => void;
  onClose: () => void;
}

/** Deletes several lessons one after the other. Stop keeps the rest; Undo restores those that were deleted. */
export default function DeleteLessonsDialog({ lessons, onDone, onClose }: DeleteLessonsDialogProps) {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [failed, setFailed] = useState<readonly FailedLesson[]>([]);
  const refresh = () => void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });

  async function remove() {
    setFailed([]);
    const deleted: LessonRow[] = [];
    const refused: FailedLesson[] = [];
    await run(async ({ signal, reportProgress }) => {
      for (const [index, lesson] of lessons.entries()) {
        reportProgress({ doing: `Deleting lesson ${lesson.sequence}`, done: index, total: lessons.length });
        if (signal.aborted) break;
        try {
          await api.deleteLesson({ params: { id: lesson.id } });
          deleted.push(lesson);
        } catch (error) {
          refused.push({ lesson, reason: errorText(error, MESSAGES.deleteFailed) });
        }
      }
    });
    refresh();
    if (deleted.length > 0) {
      const undo = () => void restore(deleted, refresh);
      showOffer({ message: MESSAGES.deletedMany(deleted.length), label: 'Undo', onClick: undo });
    }
    setFailed(refused);
    if (refused.length === 0) onDone();
  }

  return (
    <TaskDialog title={`Delete ${lessons.length} lessons`} size="md" isRunning={operation.isRunning} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {MESSAGES.confirmDeleteMany(lessons.map(({ sequence }) => sequence))} {MESSAGES.deletedKept(TRASH_RETENTION_DAYS)}
        </Text>
        <FailedLessons failed={failed} what="deleted" />
        <ProgressPanel operation={operation} what="Deleting lessons" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={operation.isRunning} onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={operation.isRunning} onClick={() => void remove()}>
            Delete lessons
          </Button>
        </Group>
      </Stack>
    </TaskDialog>
  );
}

/** Restores deleted lessons. Offers to go on where one could not be restored. */
async function restore(lessons: readonly LessonRow[], refresh: () => void): Promise<void> {
  let left = lessons;
  try {
    for (const [index, { id }] of lessons.entries()) {
      left = lessons.slice(index);
      await api.restoreLesson({ params: { id } });
    }
  } catch (error) {
    const message = errorText(error, MESSAGES.restoreManyFailed(left[0]?.sequence ?? 0));
    showOffer({ color: 'red', message, label: 'Try again', onClick: () => void restore(left, refresh) });
  } finally {
    refresh();
  }
}
