import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { CurriculumSummary } from '../contract/curricula.ts';
import { restore, useDelete } from './api.ts';
import type { CurriculumKind } from './kinds.ts';
import { messagesOf } from './messages.ts';

interface DeleteCurriculumProps {
  kind: CurriculumKind;
  item: CurriculumSummary;
  onDeleted: () => void;
}

/** Deletes a course or a path after a confirmation, and then offers Undo. */
export function DeleteCurriculum({ kind, item, onDeleted }: DeleteCurriculumProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const deletion = useDelete(kind);
  const messages = messagesOf(kind);
  const label = `Delete ${kind.noun}`;
  const offerUndo = () => {
    const undo = () =>
      void restore(client, kind, item.id).then(
        () => showResult(messages.restored(item.sequence)),
        (error: unknown) =>
          showOffer({ message: failureText(error, messages.restoreFailed), label: 'Try again', onClick: undo, color: 'red' }),
      );
    showOffer({ message: messages.deleted(item.sequence), label: 'Undo', onClick: undo });
  };
  return (
    <>
      <Button variant="danger" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={label}
        text={messages.confirmDelete(item.sequence, item.release_name)}
        confirmLabel={label}
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? failureText(deletion.error, messages.deleteFailed) : null}
        onConfirm={() =>
          deletion.mutate(item.id, {
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
