import { PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';

interface PasswordDialogProps<Reply> {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  text: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** Shown if the call fails without its own text. */
  failed: string;
  act: (currentPassword: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  onClose: () => void;
}

/** Asks for the password before something about signing in changes. */
export function PasswordDialog<Reply>(props: PasswordDialogProps<Reply>) {
  const { isOpen, title, text, confirmLabel, isDanger = false, failed, act, onDone, onClose } = props;
  const [password, setPassword] = useState('');
  const call = useMutation({
    mutationFn: () => act(password),
    onSuccess: (reply) => {
      setPassword('');
      onDone(reply);
    },
  });
  const close = () => {
    setPassword('');
    call.reset();
    onClose();
  };
  useReturnFocus(isOpen);
  return (
    <Dialog opened={isOpen} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !call.isPending) call.mutate();
        }}
      >
        <Stack>
          {call.isError ? <ErrorBanner text={errorText(call.error, failed)} /> : null}
          <Text size="sm">{text}</Text>
          <CurrentPasswordInput takesFocus value={password} onChange={setPassword} />
          <DialogButtons
            submitLabel={confirmLabel}
            isDanger={isDanger}
            isBusy={call.isPending}
            isDisabled={password === ''}
            onClose={close}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

interface CurrentPasswordInputProps {
  value: string;
  onChange: (value: string) => void;
  /** True: the caret is in it when the dialog opens. */
  takesFocus?: boolean;
}

/** Asks for the password, because an unattended session must not be enough. */
export function CurrentPasswordInput({ value, onChange, takesFocus = false }: CurrentPasswordInputProps) {
  return (
    <PasswordInput
      label="Current password"
      autoComplete="current-password"
      data-autofocus={takesFocus || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
