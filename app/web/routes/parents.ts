import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { ApiError } from '#platform/contract/client.ts';
import { Shell } from '../shell.tsx';
import { SignedIn } from '../signed-in.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

/** Prefetches the page's data while its script loads. The page itself reports failures. */
export function ahead(...queries: Promise<unknown>[]): void {
  for (const query of queries) query.catch(() => undefined);
}

/** Redirects external authors away from a page for staff. */
export function staffOnly({ context }: { context: { user: CurrentUser } }): void {
  if (context.user.external) redirect({ to: '/', replace: true, throw: true });
}

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
    if (!user?.email) redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href }, throw: true });
    return { user: user as CurrentUser };
  },
  component: SignedIn,
});

export const shellRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'shell', component: Shell });
