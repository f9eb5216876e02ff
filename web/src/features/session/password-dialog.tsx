import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';

interface PasswordDialogProps<Reply> {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  text: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** Shown if the call fails without a text of its own. */
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
    <Modal opened={isOpen} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !call.isPending) call.mutate();
        }}
      >
        <Stack>
          {call.isError ? <ErrorBanner text={errorText(call.error, failed)} /> : null}
          <Text size="sm">{text}</Text>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color={isDanger ? 'red' : 'blue'} loading={call.isPending} disabled={password === ''}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
