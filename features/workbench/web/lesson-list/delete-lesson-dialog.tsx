import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { useDeleteLesson } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { TRASH_RETENTION_DAYS } from '#features/trash/contract.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';

interface DeleteLessonDialogProps {
  lesson: Pick<LessonRow, 'id' | 'sequence' | 'release_name'>;
  isOpen?: boolean;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a lesson is deleted. */
export default function DeleteLessonDialog({ lesson, isOpen = true, onDeleted, onClose }: DeleteLessonDialogProps) {
  const deletion = useDeleteLesson(lesson.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete lesson"
      // The first sentences are the specification's; the last one says what is true.
      text={`${MESSAGES.confirmDelete(lesson.sequence, lesson.release_name)}\n\n${MESSAGES.deleteKept(TRASH_RETENTION_DAYS)}`}
      confirmLabel="Delete lesson"
      isDanger
      isBusy={deletion.isPending}
      error={deletion.isError ? errorText(deletion.error, MESSAGES.deleteFailed) : null}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
      onClose={() => {
        onClose();
        deletion.reset();
      }}
    />
  );
}
