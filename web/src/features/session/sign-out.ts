import { useQueryClient } from '@tanstack/react-query';
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
    client.clear();
  };
}
