import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitedUser } from '#contract/invitations.ts';
import { api } from '#web/platform/api.ts';
import { putPerson } from '#web/ui/invited-people/list-cache.ts';

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => api.listStaff(undefined, { signal }),
});

export function useAddStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.addStaff({ body: { email } }),
    onSuccess: (person) => putPerson(client, staffQuery.queryKey, person),
  });
}

/** Creates a new link to join or to choose a new password; earlier ones stop working. */
export function useRenewStaffInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: InvitedUser) => api.renewStaffInvitation({ params: { id: person.id } }),
    onSuccess: (person) => putPerson(client, staffQuery.queryKey, person),
  });
}

export function useRevokeStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: InvitedUser) => api.revokeStaff({ params: { id: person.id } }),
    onSuccess: (people) => client.setQueryData(staffQuery.queryKey, people),
  });
}
