import type { Release } from '#features/releases/contract/releases.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useDeleteRelease } from './api.ts';
import { MESSAGES } from './messages.ts';

interface DeleteReleaseDialogProps {
  release: Release;
  onDeleted: (release: Release) => void;
  onClose: () => void;
}

/** Confirms the deletion of a release, and says what is kept. */
export default function DeleteReleaseDialog({ release, onDeleted, onClose }: DeleteReleaseDialogProps) {
  const deletion = useDeleteRelease();
  return (
    <ConfirmDialog
      isOpen
      title="Delete release"
      text={MESSAGES.confirmDelete(release.name, release.version_major, release.lesson_count)}
      confirmLabel="Delete release"
      isDanger
      isBusy={deletion.isPending}
      error={deletion.isError ? failureText(deletion.error, MESSAGES.deleteFailed) : null}
      onConfirm={() => deletion.mutate(release, { onSuccess: () => onDeleted(release) })}
      onClose={onClose}
    />
  );
}
