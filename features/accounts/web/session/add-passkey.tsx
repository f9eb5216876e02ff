import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { CurrentPasswordInput } from './password-dialog.tsx';
import { SECURITY_MESSAGES as MESSAGES } from './security-messages.ts';

interface AddPasskeyProps {
  isOpen: boolean;
  /** Receives the recovery codes that come with the first factor. */
  onAdded: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Creates a passkey in the browser and adds it. */
export function AddPasskey({ isOpen, onAdded, onClose }: AddPasskeyProps) {
  useReturnFocus(isOpen);
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Add passkey">
      <PasskeyForm onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}

function PasskeyForm({ onAdded, onClose }: Omit<AddPasskeyProps, 'isOpen'>) {
  const [name, setName] = useState('This device');
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await api.startPasskey({ body: { current_password: password } });
      return api.addPasskey({ body: { name, response: await createPasskey(options) } });
    },
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  });
  const errors = fieldErrors(add.error);
  if (!canCreatePasskeys()) return <Text size="sm">{MESSAGES.unsupported}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && password !== '' && !add.isPending) add.mutate();
      }}
    >
      <Stack>
        <CurrentPasswordInput takesFocus value={password} onChange={setPassword} />
        <TextInput
          label="Name"
          maxLength={60}
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {add.isError && Object.keys(errors).length === 0 ? <ErrorBanner text={textOf(add.error)} /> : null}
        <DialogButtons
          submitLabel="Create passkey"
          isBusy={add.isPending}
          isDisabled={name.trim() === '' || password === ''}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

/** Browsers that exchange passkeys as JSON. */
function canCreatePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** @throws DOMException if the user cancels, or the device has one already. */
async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const created = await navigator.credentials.create({ publicKey });
  if (!(created instanceof PublicKeyCredential)) throw new DOMException(MESSAGES.cancelled);
  return { ...created.toJSON() };
}

function textOf(error: Error): string {
  return error instanceof DOMException ? MESSAGES.cancelled : errorText(error, MESSAGES.addFailed);
}
