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

interface CopyFlowProps {
  noun: 'course' | 'path';
  /** What to copy; null: closed. */
  original: Copied | null;
  copy: UseMutationResult<Copied, Error, { id: number; releaseId: number }>;
  messages: { copyFailed: string; copied: (sequence: number, release: string) => string };
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** The dialog that copies a version into another release, and the toast with a link to the copy. */
export function CopyFlow({ noun, original, copy, messages, onOpen, onClose }: CopyFlowProps) {
  if (!original) return null;
  const close = () => {
    copy.reset();
    onClose();
  };
  const tell = ({ id, sequence, release_name }: Copied) => {
    onClose();
    showOffer({ message: messages.copied(sequence, release_name), label: 'Open', onClick: () => onOpen(id) });
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
