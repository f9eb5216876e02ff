import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course } from '#contract/courses.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
import { restoreCourse, useDeleteCourse } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Takes a course out of its release, after a question; then it is offered to bring it back. */
export function DeleteCourse({ course, onDeleted }: { course: Course; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const deletion = useDeleteCourse();
  const offerUndo = () => {
    const undo = () =>
      void restoreCourse(client, course.id).then(
        () => showResult(MESSAGES.restored(course.sequence)),
        (error: unknown) =>
          showOffer({ message: failureText(error, MESSAGES.restoreFailed), label: 'Try again', onClick: undo, color: 'red' }),
      );
    showOffer({ message: MESSAGES.deleted(course.sequence), label: 'Undo', onClick: undo });
  };
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
        onConfirm={() =>
          deletion.mutate(course.id, {
            onSuccess: () => {
              onDeleted();
              offerUndo();
            },
          })
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}
