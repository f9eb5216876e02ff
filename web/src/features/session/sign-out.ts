import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '#web/platform/api.ts';

/**
 * Leads to /login and ends the session there. The way comes first: a page with unsaved edits asks before it is left,
 * and who stays on it stays signed in.
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

/** Drops what was read as the user who left. What is shown just now is asked for anew, instead of staying as it was. */
export async function forgetUser(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive' });
  await client.resetQueries();
}
