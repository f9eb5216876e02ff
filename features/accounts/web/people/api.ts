import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { InvitedUser } from '../../contract/invitations.ts';
import { putPerson } from './list-cache.ts';

export const externalAuthorsQuery = queryOptions({
  queryKey: ['external-authors'],
  queryFn: ({ signal }) => api.listExternalAuthors(undefined, { signal }),
});

export function useAddExternalAuthor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.addExternalAuthor({ body: { email } }),
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
