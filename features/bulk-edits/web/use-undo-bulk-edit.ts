import { useNavigate } from '@tanstack/react-router';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { BulkEdit } from '../contract.ts';
import { MESSAGES } from './messages.ts';

type Done = Pick<BulkEdit, 'id' | 'lessons'>;

/** Undoes a bulk edit. What can't be undone is listed on the page of bulk edits. */
export function useUndoBulkEdit(): (edit: Done) => Promise<void> {
  const navigate = useNavigate();
  const undo = async ({ id }: Done): Promise<void> => {
    try {
      const { edit, left } = await api.undoBulkEdit({ params: { id }, body: {} });
      if (left.length > 0) {
        const open = () => void navigate({ to: '/bulk-edits', search: { undo: id } });
        showOffer({ color: 'red', message: MESSAGES.keeps(left.length), label: 'Open', onClick: open });
      } else showResult(edit ? MESSAGES.undone(edit.lessons) : MESSAGES.nothingUndone());
    } catch (error) {
      const again = () => void undo({ id, lessons: 0 });
      showOffer({ color: 'red', message: errorText(error, MESSAGES.undoFailed), label: 'Try again', onClick: again });
    }
  };
  return undo;
}

/** Reports a bulk edit that was just saved, and offers to undo it. */
export function useReportBulkEdit(): (edit: Done, message?: string) => void {
  const undo = useUndoBulkEdit();
  return (edit, message = MESSAGES.changed(edit.lessons)) =>
    showOffer({ id: `bulk-edit-${edit.id}`, message, label: 'Undo', onClick: () => void undo(edit) });
}
