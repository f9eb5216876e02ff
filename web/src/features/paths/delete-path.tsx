import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Path } from '#contract/paths.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
import { restorePath, useDeletePath } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Takes a path with its steps out of its release, after a question. */
export function DeletePath({ path, onDeleted }: { path: Path; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const deletion = useDeletePath();
  const offerUndo = () => {
    const undo = () =>
      void restorePath(client, path.id).then(
        () => showResult(MESSAGES.restored(path.sequence)),
        (error: unknown) =>
          showOffer({ message: failureText(error, MESSAGES.restoreFailed), label: 'Try again', onClick: undo, color: 'red' }),
      );
    showOffer({ message: MESSAGES.deleted(path.sequence), label: 'Undo', onClick: undo });
  };
  return (
    <>
      <Button color="red" variant="light" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        Delete path
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete path"
        text={MESSAGES.confirmDelete(path.sequence, path.release_name)}
        confirmLabel="Delete path"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? failureText(deletion.error, MESSAGES.deleteFailed) : null}
        onConfirm={() =>
          deletion.mutate(path.id, {
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
