import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { CurrentUser } from '../../contract/users.ts';
import { MESSAGES } from './messages.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactors } from './second-factors.tsx';
import { SessionsTable } from './sessions-table.tsx';

/** How the user signs in: their providers, and the password if it can be used. */
export function OwnSignIn({ user }: { user: CurrentUser }) {
  const own = useQuery({ queryKey: ['own-sign-in', user.id], queryFn: ({ signal }) => api.getOwnSignIn(undefined, { signal }) });
  if (own.isPending) return null;
  if (own.isError) return <ErrorBanner text={errorText(own.error, MESSAGES.signInFailed)} />;
  const { password, providers } = own.data;
  return (
    <Stack gap="md">
      {providers.map(({ name, email }) => (
        <Text key={name} size="sm">
          {MESSAGES.signsInBy(name, email)}
        </Text>
      ))}
      {password ? (
        <>
          <PasswordForm email={user.email} />
          <Title order={3}>Second factors</Title>
          <SecondFactors />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {MESSAGES.noPassword}
        </Text>
      )}
      <Title order={3}>Sessions</Title>
      <SessionsTable />
    </Stack>
  );
}
