import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { Path } from '../contract/paths.ts';
import { MESSAGES, STEP_MESSAGES } from './messages.ts';
import { attachStep } from './steps-api.ts';

/** Asks for a name, creates the step, and attaches it at the end of the path. If attaching fails, only that is tried again. */
export function NewStep({ path, onAdded, onClose }: { path: Path; onAdded: (stepId: number) => void; onClose: () => void }) {
  useReturnFocus(true);
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [made, setMade] = useState<number | null>(null);
  const adding = useMutation({
    mutationFn: async () => {
      const id = made ?? (await api.createStep({ body: { name: name.trim(), release_id: path.release_id } })).id;
      setMade(id);
      await attachStep(client, path.id, id);
      return id;
    },
    onSuccess: onAdded,
  });
  const error = made === null ? errorText(adding.error, MESSAGES.failed) : failureText(adding.error, STEP_MESSAGES.createdNotAdded);
  return (
    <Dialog opened onClose={onClose} title="New Step">
      <form
        noValidate
        aria-label="New Step"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (name.trim() !== '' && !adding.isPending) adding.mutate();
        }}
      >
        <Stack>
          {adding.isError ? <ErrorBanner text={error} /> : null}
          <TextInput
            label="Step Name"
            required
            data-autofocus
            autoComplete="off"
            maxLength={LIMITS.titleMax}
            // The step exists now; its name can be changed on its card.
            disabled={adding.isPending || made !== null}
            error={isChecked && name.trim() === '' ? MESSAGES.nameEmpty : null}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogButtons submitLabel="Add Step" isBusy={adding.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
