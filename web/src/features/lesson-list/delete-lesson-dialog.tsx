import type { LessonRow } from '#contract/lessons.ts';
import { TRASH_RETENTION_DAYS } from '#contract/trash.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteLesson } from '#web/features/lessons/api.ts';
import { MESSAGES } from '#web/features/lessons/messages.ts';

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
