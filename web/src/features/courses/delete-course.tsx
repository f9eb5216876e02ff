import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Course } from '#contract/courses.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteCourse } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Takes a course out of its release, after a question. */
export function DeleteCourse({ course, onDeleted }: { course: Course; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeleteCourse();
  return (
    <>
      <Button color="red" variant="light" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        Delete course
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete course"
        text={MESSAGES.confirmDelete(course.sequence, course.release_name)}
        confirmLabel="Delete course"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? failureText(deletion.error, MESSAGES.deleteFailed) : null}
        onConfirm={() => deletion.mutate(course.id, { onSuccess: onDeleted })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
