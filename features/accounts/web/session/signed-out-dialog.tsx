import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import { useLogin } from './use-login.ts';

/** Shown when the session ends under an open page, which keeps everything on it. */
export default function SignedOutDialog({ onClose }: { onClose: () => void }) {
  const login = useLogin(onClose);
  return (
    <Modal opened onClose={onClose} title={MESSAGES.signedOutTitle}>
      <Stack>
        <ErrorBanner text={login.error} />
        <Text size="sm">{MESSAGES.signedOut}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={login.logIn} loading={login.isOpen}>
            Log in
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
