import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { SecondFactor } from '../../contract/second-factors.ts';
import { AddAuthenticator } from './add-authenticator.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SECURITY_MESSAGES as MESSAGES } from './security-messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => api.listSecondFactors(undefined, { signal }),
});

type Open = 'authenticator' | 'passkey' | 'codes' | SecondFactor | null;

/** The user's authenticator apps, passkeys and recovery codes. */
export function SecondFactors() {
  const client = useQueryClient();
  const state = useQuery(factorsQuery);
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (state.isPending) return null;
  if (state.isError) return <ErrorBanner text={errorText(state.error, MESSAGES.loadFailed)} />;
  const { factors, recovery_codes, has_passkeys } = state.data;
  const close = () => setOpen(null);
  const onAdded = (created: readonly string[] | null) => {
    close();
    if (created) setCodes(created);
    void client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  const removing = typeof open === 'object' ? open : null;

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(null)} /> : null}
      {factors.length === 0 ? <Text size="sm">{MESSAGES.none}</Text> : null}
      {factors.length > 0 ? (
        <ul className={layout.plainList} aria-label="Second factors">
          {factors.map((factor) => (
            <li key={factor.id} className={classes.factor}>
              <span className={layout.ellipsisGrow}>{factor.name}</span>
              <Badge variant="default">{factor.kind === 'totp' ? 'Authenticator app' : 'Passkey'}</Badge>
              <Text size="sm" c="dimmed" component="span">
                {factor.last_used === null ? 'not used yet' : <RelativeTime at={factor.last_used} />}
              </Text>
              <Button size="xs" variant="danger" aria-label={`Remove ${factor.name}`} onClick={() => setOpen(factor)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={layout.wrapCentered}>
        <Button variant="default" leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={() => setOpen('authenticator')}>
          Add authenticator app
        </Button>
        {has_passkeys ? (
          <Button variant="default" leftSection={<IconFingerprint size={16} aria-hidden />} onClick={() => setOpen('passkey')}>
            Add passkey
          </Button>
        ) : null}
      </div>
      {has_passkeys ? null : (
        <Text size="sm" c="dimmed">
          {MESSAGES.noPasskeys}
        </Text>
      )}
      {factors.length > 0 ? (
        <div className={layout.wrapCentered}>
          <Text size="sm">{MESSAGES.codesLeft(recovery_codes)}</Text>
          <Button size="xs" variant="subtle" onClick={() => setOpen('codes')}>
            Create new codes
          </Button>
        </div>
      ) : null}
      <AddAuthenticator isOpen={open === 'authenticator'} onAdded={onAdded} onClose={close} />
      <AddPasskey isOpen={open === 'passkey'} onAdded={onAdded} onClose={close} />
      <PasswordDialog
        isOpen={open === 'codes'}
        title="Create new recovery codes"
        text={MESSAGES.renew}
        confirmLabel="Create codes"
        failed={MESSAGES.codesFailed}
        act={(current_password) => api.renewRecoveryCodes({ body: { current_password } })}
        onDone={(reply) => onAdded(reply.recovery_codes)}
        onClose={close}
      />
      <PasswordDialog
        isOpen={removing !== null}
        title="Remove second factor"
        text={(factors.length === 1 ? MESSAGES.removeLast : MESSAGES.remove)(removing?.name ?? '')}
        confirmLabel="Remove"
        isDanger
        failed={MESSAGES.removeFailed}
        act={(current_password) => api.removeSecondFactor({ params: { id: removing?.id ?? 0 }, body: { current_password } })}
        onDone={(left) => {
          client.setQueryData(factorsQuery.queryKey, left);
          if (left.factors.length === 0) setCodes(null);
          close();
        }}
        onClose={close}
      />
    </Stack>
  );
}
