import { Button, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { takesText } from '#platform/web/commands.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { MESSAGES } from './messages.ts';
import { useLogin } from './use-login.ts';

/**
 * Shown when the session ends under an open page, which keeps everything on it. It opens at any moment: a field or an editor keeps the
 * focus, and so its keys, until the user leaves it or presses Escape.
 */
export default function SignedOutDialog({ onClose }: { onClose: () => void }) {
  const login = useLogin(onClose);
  const [isWriting, setWriting] = useState(() => takesText(document.activeElement));
  useReturnFocus(true);
  // The focus also goes when another window is chosen, and comes back to the text.
  useWindowEvent('focusout', ({ relatedTarget }) => document.hasFocus() && !takesText(relatedTarget) && setWriting(false));
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isWriting || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setWriting(false);
    },
    { capture: true },
  );
  return (
    <Dialog opened onClose={onClose} title={MESSAGES.signedOutTitle} trapFocus={!isWriting} closeOnEscape={!isWriting}>
      <Stack>
        <ErrorBanner text={login.error} />
        <Text size="sm" role="alert">
          {MESSAGES.signedOut} {isWriting ? MESSAGES.signedOutWhileWriting : null}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={login.logIn} loading={login.isOpen}>
            Log in
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
