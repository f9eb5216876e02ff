import { Text } from '@mantine/core';
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { InvitedPeople } from '#web/features/invited-people/invited-people.tsx';
import type { InvitedUser } from '#contract/invitations.ts';
import { api } from '#web/platform/api.ts';
import { putPerson } from '#web/features/invited-people/list-cache.ts';

const MESSAGES = {
  listLabel: 'Staff',
  addLabel: 'Add staff',
  revokeTitle: 'Revoke staff member',
  about:
    'Only the owner can add or revoke staff. People listed in the server settings need no invitation. With password login, you get a link to send to each person you add.',
  loadFailed: 'The staff could not be loaded. Try again later.',
  addFailed: 'The staff member could not be added. Try again later.',
  revokeFailed: 'The staff member could not be revoked. Try again later.',
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

/** The owner's list of staff: add, renew, revoke. */
export function StaffSection() {
  const people = useQuery(staffQuery);
  const add = useAddStaff();
  const renew = useRenewStaffInvitation();
  const revoke = useRevokeStaff();
  return (
    <>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      <InvitedPeople people={people} add={add} renew={renew} revoke={revoke} texts={MESSAGES} />
    </>
  );
}
