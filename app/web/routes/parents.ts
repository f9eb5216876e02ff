import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { ApiError } from '#platform/contract/client.ts';
import { type Access, canCall } from '#platform/contract/roles.ts';
import { showNote } from '#platform/web/ui/toast.ts';
import { Shell } from '../shell.tsx';
import { SignedIn } from '../signed-in.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

/** Prefetches the page's data while its script loads. The page itself reports failures. */
export function ahead(...queries: Promise<unknown>[]): void {
  for (const query of queries) query.catch(() => undefined);
}

/** Redirects those away from a page who may not call what it needs, and says so unless a link is only preloaded. */
const only =
  (access: Access) =>
  ({ context, preload }: { context: { user: CurrentUser }; preload: boolean }): void => {
    if (canCall(access, context.user)) return;
    if (!preload) showNote('You don’t have access to that page. These are the lessons.');
    redirect({ to: '/', replace: true, throw: true });
  };

export const staffOnly = only('staff');
export const peopleOnly = only('people');
export const ownerOnly = only('owner');

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

/** Everything that requires sign-in. Without a user or an email, redirects to /login. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.query({ ...currentUserQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    const search = location.href === '/' ? {} : { to: location.href };
    if (!user?.email) redirect({ to: '/login', search, throw: true });
    if (user?.needs_second_factor) redirect({ to: '/second-factor', search, throw: true });
    return { user: user as CurrentUser };
  },
  component: SignedIn,
});

export const shellRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'shell', component: Shell });
