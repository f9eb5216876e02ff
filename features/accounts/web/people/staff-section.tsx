import { Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { InvitedUser } from '../../contract/invitations.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { InvitedPeople } from './invited-people.tsx';
import { putPerson } from './list-cache.ts';

const MESSAGES = {
  listLabel: 'Staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke staff member',
  about:
    'Only owners can add or revoke staff and make others owners. People listed in the server settings need no invitation. With password login, you get a link to send to each person you add.',
  loadFailed: 'Couldn’t load the staff. Try again later.',
  addFailed: 'Couldn’t add the staff member. Try again later.',
  revokeFailed: 'Couldn’t revoke the staff member. Try again later.',
  roleFailed: 'Couldn’t change the role. Try again later.',
  resetFailed: 'Couldn’t remove the second factors. Try again later.',
  confirmOwner: (email: string) =>
    `${email} will be able to add and revoke staff, create tokens for others, and make you staff. Make them an owner?`,
  confirmStaff: (email: string) => `${email} will no longer manage staff. Make them staff?`,
  confirmReset: (email: string) =>
    `${email} will sign in with the password alone. Do this only if they lost their phone and told you so in person.`,
  empty: 'No staff yet. Add the first person by email above.',
} as const;

const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => api.listStaff(undefined, { signal }),
});

function useAddStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.addStaff({ body: { email } }),
    onSuccess: (person) => putPerson(client, staffQuery.queryKey, person),
  });
}

/** Creates a new link to join or to choose a new password; earlier ones stop working. */
function useRenewStaffInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: InvitedUser) => api.renewStaffInvitation({ params: { id: person.id } }),
    onSuccess: (person) => putPerson(client, staffQuery.queryKey, person),
  });
}

function useRevokeStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: InvitedUser) => api.revokeStaff({ params: { id: person.id } }),
    onSuccess: (people) => client.setQueryData(staffQuery.queryKey, people),
  });
}

type Asked = { readonly action: 'owner' | 'staff' | 'reset'; readonly person: InvitedUser };

/** The questions before a change that gives or takes rights. */
const QUESTIONS = {
  owner: { title: 'Make owner', text: MESSAGES.confirmOwner, confirmLabel: 'Make owner', failed: MESSAGES.roleFailed },
  staff: { title: 'Make staff', text: MESSAGES.confirmStaff, confirmLabel: 'Make staff', failed: MESSAGES.roleFailed },
  reset: {
    title: 'Remove second factors',
    text: MESSAGES.confirmReset,
    confirmLabel: 'Remove second factors',
    failed: MESSAGES.resetFailed,
  },
} as const;

function useStaffChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, person: { id } }: Asked) =>
      action === 'reset' ? api.resetSecondFactors({ params: { id } }) : api.setStaffRole({ params: { id }, body: { role: action } }),
    onSuccess: (people) => client.setQueryData(staffQuery.queryKey, people),
  });
}

/** The owners' list of staff: add, renew, revoke, change roles, remove lost second factors. */
export function StaffSection() {
  const people = useQuery(staffQuery);
  const add = useAddStaff();
  const renew = useRenewStaffInvitation();
  const revoke = useRevokeStaff();
  const change = useStaffChange();
  const user = useCurrentUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const question = QUESTIONS[asked?.action ?? 'owner'];
  const moreActions = (person: InvitedUser) => [
    ...(person.role === 'staff' && person.has_joined ? [{ label: 'Make owner', run: () => setAsked({ action: 'owner', person }) }] : []),
    ...(person.role === 'owner' ? [{ label: 'Make staff', run: () => setAsked({ action: 'staff', person }) }] : []),
    ...(person.has_second_factor && person.id !== user.id
      ? [{ label: 'Remove second factors', run: () => setAsked({ action: 'reset', person }) }]
      : []),
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      <InvitedPeople people={people} add={add} renew={renew} revoke={revoke} texts={MESSAGES} moreActions={moreActions} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={question.title}
        text={question.text(asked?.person.email ?? '')}
        confirmLabel={question.confirmLabel}
        isBusy={change.isPending}
        error={change.isError ? errorText(change.error, question.failed) : null}
        onConfirm={() => {
          if (asked) change.mutate(asked, { onSuccess: () => setAsked(null) });
        }}
        onClose={() => {
          setAsked(null);
          change.reset();
        }}
      />
    </>
  );
}
