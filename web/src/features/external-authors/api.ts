import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ExternalAuthor } from '#contract/external-authors.ts';
import { api } from '#web/platform/api.ts';

export const externalAuthorsQuery = queryOptions({
  queryKey: ['external-authors'],
  queryFn: ({ signal }) => api.listExternalAuthors(undefined, { signal }),
});

export function useAddExternalAuthor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.addExternalAuthor({ body: { email } }),
    onSuccess: (author) => put(client, author),
  });
}

/** A fresh invitation link; earlier ones stop working. */
export function useRenewInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (author: ExternalAuthor) => api.renewInvitation({ params: { id: author.id } }),
    onSuccess: (author) => put(client, author),
  });
}

export function useRevokeExternalAuthor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (author: ExternalAuthor) => api.revokeExternalAuthor({ params: { id: author.id } }),
    onSuccess: (authors) => client.setQueryData(externalAuthorsQuery.queryKey, authors),
  });
}

/** The list knows everything but the link: that is shown once, by who asked for it. */
function put(client: QueryClient, author: ExternalAuthor): void {
  const known = { ...author, invitation_url: null };
  client.setQueryData(externalAuthorsQuery.queryKey, (authors = []) =>
    authors.some((each) => each.id === author.id) ? authors.map((each) => (each.id === author.id ? known : each)) : [...authors, known],
  );
  void client.invalidateQueries({ queryKey: externalAuthorsQuery.queryKey });
}
