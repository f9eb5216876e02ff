import { Button, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { SecretOnce } from '#platform/web/ui/secret-once.tsx';
import type { PersonalToken } from '../../contract/tokens.ts';
import { tokensQuery, useCreateToken } from './api.ts';
import { MESSAGES } from './messages.ts';
import { TokensTable } from './tokens-table.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: PersonalToken) => api.deleteToken({ params: { id: token.id } }),
    onSuccess: (_, revoked) =>
      changeQueryData(client, tokensQuery.queryKey, (tokens) => tokens?.filter((token) => token.id !== revoked.id)),
  });
}

/** Creates, lists and revokes the user's tokens. */
export function PersonalTokens() {
  const tokens = useQuery(tokensQuery);
  const create = useCreateToken();
  const revoke = useRevokeToken();
  const [name, setName] = useState('');
  const [created, setCreated] = useState<{ id: number; name: string; token: string } | null>(null);
  const [revoking, setRevoking] = useState<PersonalToken | null>(null);
  const nameError = fieldErrors(create.error)['name'];

  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      <form
        className={layout.wrapFields}
        aria-label="New token"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '' || create.isPending) return;
          create.mutate(
            { name: name.trim() },
            {
              onSuccess: (token) => {
                setCreated({ ...token, name: name.trim() });
                setName('');
              },
            },
          );
        }}
      >
        <TextInput
          className={classes.name ?? ''}
          aria-label="Name of the new token"
          placeholder="What is it for?"
          maxLength={100}
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconKey size={16} aria-hidden />} disabled={name.trim() === ''} loading={create.isPending}>
          Create token
        </Button>
      </form>
      {create.isError && !nameError ? <ErrorBanner text={errorText(create.error, MESSAGES.createFailed)} /> : null}
      {created ? (
        <SecretOnce
          key={created.id}
          label="New token"
          text={MESSAGES.shownOnce(created.name)}
          value={created.token}
          onClose={() => setCreated(null)}
        />
      ) : null}
      {tokens.isError ? <ErrorBanner text={errorText(tokens.error, MESSAGES.loadFailed)} /> : null}
      {tokens.data ? <TokensTable tokens={tokens.data} onRevoke={setRevoking} /> : tokens.isPending ? <TableSkeleton rows={3} /> : null}
      <ConfirmDialog
        isOpen={revoking !== null}
        title="Revoke token"
        text={MESSAGES.confirmRevoke(revoking?.name ?? '')}
        confirmLabel="Revoke"
        isDanger
        isBusy={revoke.isPending}
        error={revoke.isError ? errorText(revoke.error, MESSAGES.revokeFailed) : null}
        onConfirm={() => {
          if (!revoking) return;
          revoke.mutate(revoking, {
            onSuccess: () => {
              if (created?.id === revoking.id) setCreated(null);
              setRevoking(null);
            },
          });
        }}
        onClose={() => {
          setRevoking(null);
          revoke.reset();
        }}
      />
    </>
  );
}
