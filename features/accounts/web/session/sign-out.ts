import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '#platform/web/api.ts';
import { currentUserQuery } from './current-user.ts';
import { offerToDeleteDrafts } from './kept-drafts.ts';

/**
 * Navigates to /login and ends the session there. Navigation comes first: a page with unsaved edits asks before leaving, and a user who
 * stays remains signed in.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async () => {
    await router.navigate({ to: '/login' });
    if (router.state.location.pathname !== '/login') return;
    await api.logout().catch(() => undefined);
    await forgetUser(client);
  };
}

/** Clears what was cached for the user who signed out, and offers to delete their unsaved changes. Visible queries are refetched. */
export async function forgetUser(client: QueryClient): Promise<void> {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user) void offerToDeleteDrafts(user.id);
  client.removeQueries({ type: 'inactive' });
  await client.resetQueries();
}
