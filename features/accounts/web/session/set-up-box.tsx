import { Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { currentUserQuery } from './current-user.ts';
import { EntryBox } from './entry-box.tsx';
import { MESSAGES } from './messages.ts';
import { setupToken } from './setup-link.ts';

interface SetUpBoxProps {
  onDone: () => void;
  /** The way to log in through the popup, below the form. */
  children: ReactNode;
}

/** The login page of a new product: creates the owner's account with the one-time token, which the link of `npm start` fills in. */
export function SetUpBox({ onDone, children }: SetUpBoxProps) {
  const client = useQueryClient();
  const given = setupToken();
  const [fields, setFields] = useState({ token: given ?? '', name: '', email: '', password: '' });
  const setUp = useMutation({
    mutationFn: () => api.setUp({ body: fields }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      onDone();
    },
  });
  const errors = fieldErrors(setUp.error);
  const form = useFocusFirstError(setUp.error);
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((known) => ({ ...known, [name]: value }));
    },
  });
  return (
    <EntryBox title="Set up Lessonwright">
      <Text size="sm">{given === null ? MESSAGES.setUp : MESSAGES.setUpWithLink}</Text>
      <form
        ref={form}
        aria-label="Set up"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!setUp.isPending) setUp.mutate();
        }}
        style={{ display: 'contents' }}
      >
        {setUp.isError && Object.keys(errors).length === 0 ? <ErrorBanner text={errorText(setUp.error, MESSAGES.setUpFailed)} /> : null}
        <TextInput label="Set-up token" autoComplete="off" spellCheck={false} autoFocus={given === null} {...field('token')} />
        <TextInput label="Name" autoComplete="name" autoFocus={given !== null} {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordInput
          label="Password"
          description={`At least ${LIMITS.passwordMin} characters`}
          autoComplete="new-password"
          {...field('password')}
          // Mantine sets aria-invalid on its other inputs only.
          aria-invalid={'password' in errors}
        />
        <Button type="submit" loading={setUp.isPending} disabled={Object.values(fields).some((value) => value.trim() === '')}>
          Create the owner's account
        </Button>
      </form>
      <Divider label="or" />
      {children}
    </EntryBox>
  );
}
