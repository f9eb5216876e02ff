import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { currentUserQuery } from './current-user.ts';
import { EntryBox } from './entry-box.tsx';
import { MESSAGES } from './messages.ts';

/** The target of an invitation link: new people set their name and password, others a new password. Then they are signed in. */
export function AcceptInvitation({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.getInvitation({ params: { token } }, { signal }),
  });
  const [typedName, setName] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const knownName = invitation.data?.name ?? null;
  const name = typedName ?? knownName ?? '';
  const accept = useMutation({
    mutationFn: () => api.acceptInvitation({ params: { token }, body: { name, password } }),
    onSuccess: (reply) => {
      // The password is set. Signing in needs the second factor as well, which the login page asks for.
      if ('second_factor' in reply) return location.assign('/login');
      client.setQueryData(currentUserQuery.queryKey, reply);
      onDone();
    },
  });
  const errors = fieldErrors(accept.error);
  const form = useFocusFirstError(accept.error);

  if (invitation.isPending) return null;
  if (invitation.isError) {
    const isGone = invitation.error instanceof ApiError && invitation.error.status === 404;
    return (
      <EntryBox title="Invitation">
        <ErrorBanner text={isGone ? MESSAGES.invitationGone : invitation.error.message} />
        <Button component="a" href="/login" variant="default">
          Go to log in
        </Button>
      </EntryBox>
    );
  }
  const hasJoined = knownName !== null;
  return (
    <EntryBox title={hasJoined ? 'Choose a new password' : 'Join Lessonwright'}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate();
        }}
        style={{ display: 'contents' }}
      >
        <Text size="sm">
          This {hasJoined ? 'link' : 'invitation'} is for <strong>{invitation.data.email}</strong>. Log in with this address and the
          password that you choose here.
        </Text>
        {accept.isError && Object.keys(errors).length === 0 ? (
          <ErrorBanner text={errorText(accept.error, hasJoined ? MESSAGES.resetFailed : MESSAGES.invitationFailed)} />
        ) : null}
        <TextInput
          label="Name"
          autoComplete="name"
          autoFocus={!hasJoined}
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description={`At least ${LIMITS.passwordMin} characters`}
          autoComplete="new-password"
          autoFocus={hasJoined}
          value={password}
          error={errors['password']}
          // Mantine sets aria-invalid on its other inputs only.
          aria-invalid={'password' in errors}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={accept.isPending} disabled={name.trim() === '' || password === ''}>
          {hasJoined ? 'Set password' : 'Join'}
        </Button>
      </form>
    </EntryBox>
  );
}
