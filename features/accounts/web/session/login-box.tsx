import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { LoginState } from '../../contract/login.ts';
import type { CurrentUser } from '../../contract/users.ts';
import { EntryBox } from './entry-box.tsx';
import { MESSAGES } from './messages.ts';
import { SetUpBox } from './set-up-box.tsx';
import { useLogin } from './use-login.ts';

/** The login page: an error box, and a Log in button that opens the popup. */
export function LoginBox({ onDone }: { onDone: () => void }) {
  const login = useLogin(onDone);
  const state = useQuery({ queryKey: ['login-state'], queryFn: ({ signal }) => api.getLoginState(undefined, { signal }) });
  // Until the ways to log in are known, nothing is shown that a form would replace.
  if (state.isPending) return null;
  if (state.data?.setup_needed) {
    return (
      <SetUpBox onDone={onDone}>
        <LoginError text={login.error} />
        <Button variant="default" fullWidth onClick={login.logIn} loading={login.isOpen}>
          Log in
        </Button>
      </SetUpBox>
    );
  }
  const about = state.data && loginMethodsText(state.data);
  return (
    <EntryBox title="Log in to Lessonwright">
      <LoginError text={login.error} />
      {about ? (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      ) : null}
      <Button fullWidth onClick={login.logIn} loading={login.isOpen} autoFocus>
        Log in
      </Button>
    </EntryBox>
  );
}

function LoginError({ text }: { text: string | null }) {
  return (
    <>
      <ErrorBanner text={text} />
      {text === MESSAGES.blocked ? <Text size="sm">{MESSAGES.allowPopups}</Text> : null}
    </>
  );
}

/** A sentence on how to log in; null: with email and password, which needs none. */
function loginMethodsText({ password, providers }: LoginState): string | null {
  if (providers.length === 0) return null;
  const names = providers.map(({ name }) => name);
  return password ? MESSAGES.providersOrPassword(names.join(', ')) : MESSAGES.providers(names.join(' or '));
}

/** What /login shows to a signed-in user. */
export function LoggedInBox({ user, onGoOn, onSignedOut }: { user: CurrentUser; onGoOn: () => void; onSignedOut: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const signOut = () => {
    setBusy(true);
    api
      .logout()
      .then(onSignedOut, (cause: Error) => setError(cause.message))
      .finally(() => setBusy(false));
  };
  return (
    <EntryBox title="You are logged in">
      <ErrorBanner text={error} />
      <div>
        <Text size="sm" fw={500}>
          {user.name}
        </Text>
        <Text size="sm" c="dimmed">
          {user.email}
        </Text>
      </div>
      <Group grow>
        <Button variant="default" onClick={signOut} loading={isBusy}>
          Log out
        </Button>
        <Button onClick={onGoOn}>Go to lessons</Button>
      </Group>
    </EntryBox>
  );
}
