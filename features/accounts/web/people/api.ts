import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { InvitedUser } from '../../contract/invitations.ts';
import type { StaffRole } from '../../contract/staff.ts';
import { putPerson } from './list-cache.ts';

export const externalAuthorsQuery = queryOptions({
  queryKey: ['external-authors'],
  queryFn: ({ signal }) => api.listExternalAuthors(undefined, { signal }),
});

/** Whom to invite; the role is that of people on staff. */
export interface NewPerson {
  readonly email: string;
  readonly role?: StaffRole;
}

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => api.listStaff(undefined, { signal }),
});

export function useAddStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPerson) => api.addStaff({ body }),
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

export function useAddExternalAuthor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email }: NewPerson) => api.addExternalAuthor({ body: { email } }),
    onSuccess: (author) => putPerson(client, externalAuthorsQuery.queryKey, author),
  });
}

/** Creates a new invitation link; earlier ones stop working. */
export function useRenewInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (author: InvitedUser) => api.renewInvitation({ params: { id: author.id } }),
    onSuccess: (author) => putPerson(client, externalAuthorsQuery.queryKey, author),
  });
}

export function useRevokeExternalAuthor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (author: InvitedUser) => api.revokeExternalAuthor({ params: { id: author.id } }),
    onSuccess: (authors) => client.setQueryData(externalAuthorsQuery.queryKey, authors),
  });
}
