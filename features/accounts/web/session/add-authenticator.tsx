import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { CurrentPasswordInput } from './password-dialog.tsx';
import { SECURITY_MESSAGES as MESSAGES } from './security-messages.ts';
import classes from '../accounts.module.css';

interface AddProps {
  isOpen: boolean;
  /** Receives the recovery codes that come with the first factor. */
  onAdded: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Adds an authenticator app: shows its secret, and checks a code and the password. */
export function AddAuthenticator({ isOpen, onAdded, onClose }: AddProps) {
  useReturnFocus(isOpen);
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Add authenticator app">
      <AuthenticatorForm onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}

function AuthenticatorForm({ onAdded, onClose }: Omit<AddProps, 'isOpen'>) {
  // A new secret for each dialog.
  const secret = useQuery({ queryKey: ['new-totp'], queryFn: () => api.startTotp(), gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  const [fields, setFields] = useState({ name: 'Phone', code: '', current_password: '' });
  const add = useMutation({
    mutationFn: () => api.addTotp({ body: { ...fields, secret: secret.data?.secret ?? '' } }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  });
  const errors = fieldErrors(add.error);
  const set = (change: Partial<typeof fields>) => setFields((known) => ({ ...known, ...change }));
  const isComplete = secret.data !== undefined && Object.values(fields).every((value) => value.trim() !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !add.isPending) add.mutate();
      }}
    >
      <Stack>
        {secret.isError ? <ErrorBanner text={errorText(secret.error, MESSAGES.addFailed)} /> : null}
        <Text size="sm">{MESSAGES.scan}</Text>
        {secret.data ? <QrCode text={secret.data.uri} /> : null}
        {secret.data ? (
          <Code aria-label="Secret" style={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
            {secret.data.secret.match(/.{4}/g)?.join(' ')}
          </Code>
        ) : null}
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          value={fields.code}
          error={errors['code']}
          onChange={(event) => set({ code: event.currentTarget.value })}
        />
        <TextInput
          label="Name"
          maxLength={60}
          value={fields.name}
          error={errors['name']}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <CurrentPasswordInput value={fields.current_password} onChange={(current_password) => set({ current_password })} />
        {add.isError && Object.keys(errors).length === 0 ? <ErrorBanner text={errorText(add.error, MESSAGES.addFailed)} /> : null}
        <DialogButtons submitLabel="Add app" isBusy={add.isPending} isDisabled={!isComplete} onClose={onClose} />
      </Stack>
    </form>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the secret"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
