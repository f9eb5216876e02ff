import { useMutation, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { SecretOnce } from '#platform/web/ui/secret-once.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { InvitedUser } from '../../contract/invitations.ts';
import type { StaffRole } from '../../contract/staff.ts';
import type { NewPerson } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import { PeopleTable, type PersonAction } from './people-table.tsx';

/** Texts that staff and external authors have in common. */
const MESSAGES = {
  renewFailed: 'Couldn’t create the link. Try again later.',
  confirmRevoke: (email: string) => `Revoke access for ${email}? Their sessions and tokens end immediately. Everything they wrote is kept.`,
  linkOnce: (email: string) => `Copy this link now and send it to ${email}. It works once, and you won’t be able to see it again.`,
  unlocked: (email: string) => `${email} can sign in again.`,
  unlockFailed: 'Couldn’t unlock the account. Try again later.',
  /** For people who log in with a provider and need no link. */
  added: (email: string) => `${email} can log in now. No email is sent, so let them know.`,
} as const;

interface InvitedPeopleProps {
  people: UseQueryResult<InvitedUser[]>;
  /** The reply contains the link. */
  add: UseMutationResult<InvitedUser, Error, NewPerson>;
  /** The roles that people can be added with; without any, there is no choice. */
  roles?: readonly StaffRole[];
  /** The reply contains the link; for people who have joined, it leads to a new password. */
  renew: UseMutationResult<InvitedUser, Error, InvitedUser>;
  revoke: UseMutationResult<InvitedUser[], Error, InvitedUser>;
  /** Entries of a person's menu. */
  moreActions?: (person: InvitedUser) => readonly PersonAction[];
  texts: {
    listLabel: string;
    addLabel: string;
    revokeTitle: string;
    loadFailed: string;
    addFailed: string;
    revokeFailed: string;
    empty: string;
  };
}

const NO_ROLES: readonly StaffRole[] = [];

/** Invites people with a one-time link, revokes access, and unlocks accounts. */
export function InvitedPeople({ people, add, roles = NO_ROLES, renew, revoke, moreActions, texts }: InvitedPeopleProps) {
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const [revoking, setRevoking] = useState<InvitedUser | null>(null);
  const unlock = useMutation({
    mutationFn: ({ email }: InvitedUser) => api.unlockAccount({ body: { email } }),
    onSuccess: async (_, { email }) => {
      await people.refetch();
      showResult(MESSAGES.unlocked(email));
    },
  });

  return (
    <>
      <InviteForm
        label={texts.addLabel}
        isBusy={add.isPending}
        error={add.error}
        roles={roles}
        onAdd={(given, onDone) =>
          add.mutate(given, {
            onSuccess: (person) => {
              setInvited(person);
              onDone();
            },
          })
        }
      />
      {add.isError && Object.keys(fieldErrors(add.error)).length === 0 ? (
        <ErrorBanner text={errorText(add.error, texts.addFailed)} />
      ) : null}
      {renew.isError ? <ErrorBanner text={errorText(renew.error, MESSAGES.renewFailed)} /> : null}
      {unlock.isError ? <ErrorBanner text={errorText(unlock.error, MESSAGES.unlockFailed)} /> : null}
      {people.isError ? <ErrorBanner text={errorText(people.error, texts.loadFailed)} /> : null}
      {invited?.invitation_url ? (
        <SecretOnce
          key={invited.invitation_url}
          label="Invitation link"
          text={MESSAGES.linkOnce(invited.email)}
          value={invited.invitation_url}
          onClose={() => setInvited(null)}
        />
      ) : invited ? (
        <Banner kind="success" onClose={() => setInvited(null)}>
          {MESSAGES.added(invited.email)}
        </Banner>
      ) : null}
      {people.data ? (
        <PeopleTable
          label={texts.listLabel}
          empty={texts.empty}
          people={people.data}
          renew={(person) => renew.mutate(person, { onSuccess: setInvited })}
          renewing={renew.isPending ? renew.variables.id : null}
          revoke={setRevoking}
          unlock={unlock.mutate}
          unlocking={unlock.isPending ? unlock.variables.id : null}
          {...(moreActions ? { moreActions } : {})}
        />
      ) : people.isPending ? (
        <TableSkeleton rows={4} />
      ) : null}
      <ConfirmDialog
        isOpen={revoking !== null}
        title={texts.revokeTitle}
        text={MESSAGES.confirmRevoke(revoking?.email ?? '')}
        confirmLabel="Revoke"
        isDanger
        isBusy={revoke.isPending}
        error={revoke.isError ? errorText(revoke.error, texts.revokeFailed) : null}
        onConfirm={() => {
          if (!revoking) return;
          revoke.mutate(revoking, {
            onSuccess: () => {
              if (invited?.id === revoking.id) setInvited(null);
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
