import { Button, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { useCreateToken } from '#features/accounts/web/tokens/api.ts';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { SecretOnce } from '#platform/web/ui/secret-once.tsx';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';

const assistantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: ({ signal }) => api.getAssistants(undefined, { signal }),
});

/** How the user connects an assistant: its address and its token. */
export function AssistantsSection() {
  const { role } = useCurrentUser();
  const assistants = useQuery(assistantsQuery);
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      {assistants.isError ? <ErrorBanner text={errorText(assistants.error, MESSAGES.loadFailed)} /> : null}
      {assistants.data?.are_allowed === false ? (
        <Text size="sm">
          {MESSAGES.off} {role === 'owner' ? <TextLink to="/rules">Open Rules</TextLink> : null}
        </Text>
      ) : null}
      {assistants.data?.are_allowed ? (
        <>
          <TextInput label={MESSAGES.address} value={assistants.data.address} readOnly onFocus={(event) => event.currentTarget.select()} />
          <NewAssistant />
        </>
      ) : null}
    </>
  );
}

function NewAssistant() {
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null);
  const nameError = fieldErrors(create.error)['name'];
  const entered = name.trim();
  return (
    <>
      <form
        className={layout.wrapFields}
        aria-label="New assistant"
        onSubmit={(event) => {
          event.preventDefault();
          if (entered === '' || create.isPending) return;
          create.mutate(
            { name: entered, is_for_assistants: true },
            {
              onSuccess: ({ token }) => {
                setCreated({ name: entered, token });
                setName('');
              },
            },
          );
        }}
      >
        <TextInput
          aria-label="Name of the assistant"
          placeholder="Name of the assistant"
          maxLength={100}
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={entered === ''}
          loading={create.isPending}
        >
          Create token for an assistant
        </Button>
      </form>
      {create.isError && !nameError ? <ErrorBanner text={errorText(create.error, MESSAGES.createFailed)} /> : null}
      {created ? (
        <SecretOnce
          label="Token of the assistant"
          text={MESSAGES.shownOnce(created.name)}
          value={created.token}
          onClose={() => setCreated(null)}
        />
      ) : null}
    </>
  );
}
