import type { UseMutationResult } from '@tanstack/react-query';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { CopyDialog } from './copy-dialog.tsx';

interface Copied {
  id: number;
  sequence: number;
  release_id: number;
  release_name: string;
}

interface CopyFlowProps<C extends Copied> {
  noun: 'course' | 'path';
  /** What to copy; null: closed. */
  original: Copied | null;
  copy: UseMutationResult<C, Error, { id: number; releaseId: number }>;
  messages: { copyFailed: string; copied: (copy: C) => string };
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** The dialog that copies a version into another release, and the toast with a link to the copy. */
export function CopyFlow<C extends Copied>({ noun, original, copy, messages, onOpen, onClose }: CopyFlowProps<C>) {
  if (!original) return null;
  const close = () => {
    copy.reset();
    onClose();
  };
  const tell = (made: C) => {
    onClose();
    showOffer({ message: messages.copied(made), label: 'Open', onClick: () => onOpen(made.id) });
  };
  return (
    <CopyDialog
      title={`Copy ${noun} ${original.sequence} to another release`}
      release={{ id: original.release_id, name: original.release_name }}
      isBusy={copy.isPending}
      error={copy.isError ? errorText(copy.error, messages.copyFailed) : null}
      onCopy={(releaseId) => copy.mutate({ id: original.id, releaseId }, { onSuccess: tell })}
      onClose={close}
    />
  );
}
