import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteLesson } from './api.ts';
import { MESSAGES } from './messages.ts';

/** B §2, Delete lesson, with the question of the specification. */
export function DeleteLesson({ lesson, onDeleted }: { lesson: Lesson; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const deletion = useDeleteLesson(lesson.id);
  return (
    <>
      <Button variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Delete lesson
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete lesson"
        text={MESSAGES.confirmDelete(lesson.sequence, lesson.release_name)}
        confirmLabel="Delete lesson"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? errorText(deletion.error, MESSAGES.deleteFailed) : null}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
        onClose={() => {
          setOpen(false);
          deletion.reset();
        }}
      />
    </>
  );
}
