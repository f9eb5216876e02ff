import { useWindowEvent } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentUserQuery } from './session/current-user.ts';
import { LoggedInBox, LoginBox } from './session/login-box.tsx';
import { takeSetupToken } from './session/setup-link.ts';
import { forgetUser } from './session/sign-out.ts';

const route = getRouteApi('/login');

/** `/login`. After sign-in it continues to the requested page. */
export default function LoginPage() {
  const { to } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const user = useQuery({ ...currentUserQuery, staleTime: 0 });
  useEffect(takeSetupToken, []);
  // The link may be opened while this page is already open. Then the form begins again, with the token.
  const [links, setLinks] = useState(0);
  useWindowEvent('hashchange', () => {
    takeSetupToken();
    setLinks(links + 1);
  });
  const goOn = () => router.history.push(to ?? '/home');

  if (user.isPending) return null;
  if (user.data && user.data.email !== '' && !user.isError) {
    return <LoggedInBox user={user.data} onGoOn={goOn} onSignedOut={() => void forgetUser(client)} />;
  }
  return <LoginBox key={links} onDone={goOn} />;
}
