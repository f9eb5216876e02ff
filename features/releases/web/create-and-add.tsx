import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { NewDialog, type NewThing } from './new-dialog.tsx';

interface CreateAndAddProps {
  title: string;
  nameLabel: string;
  submitLabel: string;
  /** Creates it; returns its id. */
  create: (thing: NewThing) => Promise<number>;
  /** Adds it to its container. */
  add: (id: number) => Promise<unknown>;
  texts: { createFailed: string; createdNotAdded: string };
  onClose: () => void;
}

/**
 * Creates something and adds it to what is shown. If adding fails, what was created is kept, the dialog says so, and only adding is
 * retried.
 */
export function CreateAndAdd({ title, nameLabel, submitLabel, create, add, texts, onClose }: CreateAndAddProps) {
  const [made, setMade] = useState<number | null>(null);
  const adding = useMutation({ mutationFn: add, onSuccess: onClose });
  const creating = useMutation({
    mutationFn: create,
    onSuccess: (id) => {
      setMade(id);
      adding.mutate(id);
    },
  });
  if (made !== null && adding.isError)
    return (
      <ConfirmDialog
        isOpen
        title={title}
        text="You can try again now, or add it later."
        confirmLabel="Try again"
        cancelLabel="Close"
        isBusy={adding.isPending}
        error={failureText(adding.error, texts.createdNotAdded)}
        onConfirm={() => adding.mutate(made)}
        onClose={onClose}
      />
    );
  return (
    <NewDialog
      title={title}
      nameLabel={nameLabel}
      submitLabel={submitLabel}
      isBusy={creating.isPending || adding.isPending}
      error={creating.isError ? errorText(creating.error, texts.createFailed) : null}
      onCreate={(thing) => creating.mutate(thing)}
      onClose={onClose}
    />
  );
}
